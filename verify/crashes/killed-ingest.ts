import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type BenchPlace, makePlaces } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { besideServer } from "../../bench/run/private-database.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import type { Connections } from "../../server/database/connect.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { dayText, localDayAt } from "../../server/time/local-day.ts";
import { serialsOf } from "../harness/place-serials.ts";
import { type Product, productAt } from "../harness/product.ts";
import { thousandthsOf } from "../harness/thousandths-of.ts";
import { atLeast, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const SENDERS = 4;
const METERS = 1000;
const SIZES = { fast: { kills: 6, readings: 100_000 }, full: { kills: 50, readings: 1_000_000 } };
/** The answer of every so many batches is taken for lost on its way, beside those that a kill swallows. */
const ANSWERS_PER_LOST_ONE = 10;
/** So many kills and readings show a sabotaged server. */
const CONTROL_KILLS = 6;
const CONTROL_READINGS = 50_000;
const FIRST_HOUR = Date.UTC(2026, 4, 1);

/** What became of a run: counts of single readings. */
interface Account {
  kills: number;
  acknowledged: number;
  resent: number;
  refused: number;
  lost: number;
  wrong: number;
  unasked: number;
  superseded: number;
  /** Thousandths of a gallon by which the days' totals differ from what was sent. */
  difference: number;
}

export const killedIngest: Check = {
  id: "E1",
  proves:
    "A server killed in the middle of its work loses no reading that it acknowledged and counts none twice, though what got no answer is sent again.",
  runsIn: "fast",
  countsOnly: true,
  run: async (say, size) => {
    const { kills, readings } = SIZES[size];
    const account = await runKilled(null, kills, readings, say);
    say(`${account.resent} batches got no answer and were sent again`);
    say(`control: a server that acknowledges before it has stored, killed ${CONTROL_KILLS} times`);
    const early = await runKilled("acknowledge-early", CONTROL_KILLS, CONTROL_READINGS, () => {});
    say(`control: a server that adds what it is sent again, killed ${CONTROL_KILLS} times`);
    const twice = await runKilled("count-twice", CONTROL_KILLS, CONTROL_READINGS, () => {});
    return [
      atLeast("kills", account.kills, kills),
      atLeast("readings acknowledged", account.acknowledged, readings),
      none("acknowledged readings lost", account.lost),
      none("readings with another value", account.wrong),
      none("readings that nobody sent", account.unasked),
      none("readings refused", account.refused),
      none("values in conflict", account.superseded),
      none("thousandths of a gallon in days more or less than sent", account.difference),
      caught("control, early answer: readings lost", early.lost),
      caught("control, added twice: wrong readings", twice.wrong),
    ];
  },
};

async function runKilled(
  sabotage: Sabotage | null,
  kills: number,
  readings: number,
  say: (line: string) => void,
): Promise<Account> {
  return await inScratchFolder(async (folder) => {
    const product = await productAt(folder, sabotage);
    await product.start();
    const places = await besideServer(folder, (connections) => makePlaces(connections, SENDERS, METERS));
    const account: Account = {
      kills: 0,
      acknowledged: 0,
      resent: 0,
      refused: 0,
      lost: 0,
      wrong: 0,
      unasked: 0,
      superseded: 0,
      difference: 0,
    };
    const sent = places.map(() => 0);
    const isEnough = () => account.kills >= kills && account.acknowledged >= readings;
    const senders = places.map(async (place, i) => {
      const body = bodyMaker(place);
      while (!isEnough()) {
        const hour = sent[i] ?? 0;
        const answers = hour % ANSWERS_PER_LOST_ONE === 0 ? 2 : 1;
        await sendUntilAnswered(product, place.token, body(hour), answers, account);
        sent[i] = hour + 1;
      }
    });
    await Promise.all([...senders, killNowAndThen(product, kills, account, say)]);
    await besideServer(folder, async (connections) => {
      await waitForRefresh(connections);
      for (const [i, place] of places.entries()) await compare(connections, place, sent[i] ?? 0, account);
    });
    await product.stop();
    return account;
  });
}

async function killNowAndThen(product: Product, kills: number, account: Account, say: (line: string) => void) {
  while (account.kills < kills) {
    // Without rhythm, so that every moment of a batch and of the refresh is hit.
    await pause(150 + Math.random() * 700);
    await product.kill();
    account.kills++;
    await product.start();
    if (account.kills % 10 === 0)
      say(`killed ${account.kills} times, ${account.acknowledged.toLocaleString("en-US")} readings acknowledged`);
  }
}

/** @param answers the number of the answer that arrives; the ones before it are taken for lost */
async function sendUntilAnswered(product: Product, token: string, body: string, answers: number, account: Account) {
  let given = 0;
  for (let attempt = 0; ; attempt++) {
    if (attempt === 1) account.resent++;
    try {
      const response = await fetch(`${product.url}/v1/ingest/readings`, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body,
      });
      const text = await response.text();
      if (response.status === 200) {
        given++;
        if (given < answers) continue;
        const answer: unknown = JSON.parse(text);
        const refused = isCount(answer) ? answer.refused : METERS;
        account.refused += refused;
        account.acknowledged += METERS - refused;
        return;
      }
      if (response.status !== 503)
        throw new Error(`A batch was answered with ${response.status}: ${text.slice(0, 300)}`);
    } catch (error) {
      // No answer: nobody knows what became of it.
      if (!(error instanceof TypeError)) throw error;
    }
    await pause(20);
  }
}

function isCount(answer: unknown): answer is { refused: number } {
  return typeof answer === "object" && answer !== null && "refused" in answer && typeof answer.refused === "number";
}

function bodyMaker(place: BenchPlace): (hour: number) => string {
  const serials = serialsOf(place, METERS);
  return (hour) => {
    const time = new Date(FIRST_HOUR + hour * HOUR_MS).toISOString();
    return JSON.stringify(
      serials.map((serial, meter) => ({ serial, hour: time, gallons: thousandthsOf(meter, hour) / 1000 })),
    );
  };
}

interface StoredDay {
  serial_number: string;
  day: string;
  gallons: (number | null)[];
  gallons_total: number;
}

/** Holds every stored hour of a property against what was sent. */
async function compare({ worker }: Connections, place: BenchPlace, hours: number, account: Account) {
  const meters = new Map(serialsOf(place, METERS).map((serial, meter) => [serial, meter]));
  const rows = await sql<StoredDay>`
    select m.serial_number, d.day, d.gallons, d.gallons_total from meter_days d
    join meters m on m.property_id = d.property_id and m.id = d.meter_id
    where d.property_id = ${place.propertyId}`.execute(worker);
  const stored = new Map(rows.rows.map((row) => [`${row.serial_number} ${row.day}`, row.gallons]));
  let found = 0;
  let volume = 0;
  for (let hour = 0; hour < hours; hour++) {
    const at = FIRST_HOUR + hour * HOUR_MS;
    const { day, startsAt } = localDayAt(place.timeZone, at);
    for (const [serial, meter] of meters) {
      const value = stored.get(`${serial} ${dayText(day)}`)?.[(at - startsAt) / HOUR_MS] ?? null;
      volume += thousandthsOf(meter, hour);
      if (value === null) account.lost++;
      else found++;
      if (value !== null && value !== thousandthsOf(meter, hour)) account.wrong++;
    }
  }
  const all = rows.rows.reduce((sum, { gallons }) => sum + gallons.filter((value) => value !== null).length, 0);
  account.unasked += all - found;
  account.difference += Math.abs(rows.rows.reduce((sum, row) => sum + row.gallons_total, 0) - volume);
  const superseded = await sql<{ n: number }>`
    select count(*) as n from superseded_readings where property_id = ${place.propertyId}`.execute(worker);
  account.superseded += superseded.rows[0]?.n ?? 0;
}
