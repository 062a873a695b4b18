import { dayText, localDayAt } from "../../server/time/local-day.ts";
import { Draws } from "../../simulator/random.ts";
import { differences } from "../harness/checksum.ts";
import { shuffled } from "../harness/readings.ts";
import { atLeast, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { batchesOf, type SentHour } from "./batches.ts";
import { inInstallation, type Left, type Way, ways } from "./installation.ts";

/** `SEED=7` makes again the order of a run with that seed. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000_000));
const TIMES = 3;
const AT_ONCE = 4;

interface Size {
  meters: number;
  days: number;
  /** Days in a batch. */
  each: number;
}

const WHOLE: Size = { meters: 8, days: 90, each: 3 };
/** So many batches that it is certain that not every correction happens to come last. */
const CONTROL: Size = { meters: 6, days: 40, each: 2 };

export const arrival: Check = {
  id: "E6",
  proves:
    "Ninety days of readings with corrections, every batch three times, in any order and by any way in, leave the same days, sums, leaks, costs and reports as sent once and in order.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    say(`seed ${SEED}`);
    const clean = await inOrder(null, WHOLE);
    const mixed = await inAnyOrder(null, WHOLE);
    const wrong = differing(clean, mixed);
    for (const address of wrong) say(`differs: ${address}`);
    say("controls: a server that adds what it is sent again, and one for which the last value counts");
    const [ordered, twice, late] = [
      await inOrder(null, CONTROL),
      await inAnyOrder("count-twice", CONTROL),
      await inAnyOrder("last-wins", CONTROL),
    ];
    return [
      atLeast("batches sent", mixed.sent, (TIMES * 2 * WHOLE.days) / WHOLE.each),
      atLeast("readings, the same ones again not counted", clean.readings, WHOLE.meters * WHOLE.days * 24),
      atLeast("leaks", clean.leaks, 1),
      atLeast("answers of reports", clean.reports.size, 30),
      none("tables that differ", differences(clean.sums, mixed.sums)),
      none("answers of reports that differ", wrong.length),
      none("answers to batches that do not account for every row", clean.unaccounted + mixed.unaccounted),
      caught("control, added twice: tables that differ", differences(ordered.sums, twice.sums)),
      caught("control, last counts: tables that differ", differences(ordered.sums, late.sums)),
      caught("control, last counts: reports that differ", differing(ordered, late).length),
    ];
  },
};

function differing(one: Left, other: Left): string[] {
  return [...one.reports].filter(([address, text]) => other.reports.get(address) !== text).map(([address]) => address);
}

/** Once, as it was measured, over HTTP. */
async function inOrder(sabotage: Sabotage | null, size: Size) {
  const { batches, period } = planned(size);
  const left = await inInstallation(sabotage, size.meters, period, async (take) => {
    for (const rows of batches) await take("HTTP", rows);
  });
  return { ...left, readings: batches.flat().length };
}

async function inAnyOrder(sabotage: Sabotage | null, size: Size) {
  const draws = new Draws(SEED);
  const { batches, period } = planned(size);
  // Each by every way in three runs, one after another, so that nothing is left to chance but the order.
  const first = draws.whole(0, ways.length - 1);
  const journeys = batches.flatMap((rows, i) =>
    Array.from({ length: TIMES }, (_, time) => ({ way: wayOf(first + i + time), rows: shuffled(rows, draws) })),
  );
  const left = await inInstallation(sabotage, size.meters, period, async (take) => {
    const waiting = shuffled(journeys, draws).values();
    const sender = async () => {
      for (const { way, rows } of waiting) await take(way, rows);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, sender));
  });
  return { ...left, sent: journeys.length };
}

function planned({ meters, days, each }: Size): { batches: SentHour[][]; period: { first: string; last: string } } {
  const first = localDayAt("UTC", Date.now()).day - days - 2;
  const period = { first: dayText(first), last: dayText(first + days - 1) };
  return { batches: batchesOf(0, meters, first, days, each), period };
}

const wayOf = (n: number): Way => ways[n % ways.length] ?? "HTTP";
