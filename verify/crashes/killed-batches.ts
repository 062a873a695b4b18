import { setTimeout as pause } from "node:timers/promises";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { percentile } from "../../bench/run/percentile.ts";
import { ingestAnswer } from "../../contract/readings/ingest.ts";
import { checksum, differences, type Sums } from "../harness/checksum.ts";
import type { Product } from "../harness/product.ts";
import { postLines, range, readingsOf } from "../harness/readings.ts";
import { withProduct } from "../harness/scene.ts";
import { atLeast, type Check, caught, exactly, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const METERS = 100;
/** A batch holds so many hours of all meters: as many rows as it may. */
const HOURS = 100;
const BATCHES = 20;
const KILLS = 20;
/** So often a small batch is sent at once so many times under one key. */
const ROUNDS = { whole: 12, control: 4 };
const AT_ONCE = 2;
const SMALL_HOURS = 30;
const FIRST_HOUR = Date.UTC(2025, 0, 1);

interface Outcome {
  /** Batches that got no answer because the server was killed. */
  unanswered: number;
  /** Rows that the answers call stored. */
  stored: number;
  /** Batches that, sent again, were answered otherwise than before. */
  changed: number;
  /** Batches with another body under a known key that were not rejected for it. */
  taken: number;
  /** Milliseconds that an undisturbed batch took, at the median; NaN where all were disturbed. */
  took: number;
  sums: Sums;
}

export const killedBatches: Check = {
  id: "E7",
  proves:
    "A batch with an Idempotency-Key that is sent again to a server that was killed over it, or while it is at work, is stored once and answered as it would have been, before and after restarts; another body under its key is rejected.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const clean = await runBatches(null, 0, 0);
    // Kills fall anywhere into the time that a batch takes here.
    const killed = await runBatches(null, KILLS, clean.took);
    say("control: a server that forgets the keys");
    const forgetful = await runBatches("forget-keys", 0, 0);
    const once = await runAtOnce(null, ROUNDS.whole);
    say(`of ${ROUNDS.whole} batches sent twice at once, ${once.conflicts} were told so`);
    say("control: a server that does not see that a key is at work");
    const heedless = await runAtOnce("forget-locks-of-keys", ROUNDS.control);
    const rows = BATCHES * METERS * HOURS;
    return [
      atLeast("batches that got no answer for a kill", killed.unanswered, KILLS / 2),
      exactly("rows that the answers call stored", killed.stored, rows),
      none("answers that changed when asked for again", killed.changed),
      none("other bodies taken under a known key", killed.taken),
      none("tables that differ", differences(clean.sums, killed.sums)),
      caught("control: answers that changed or bodies taken", forgetful.changed + forgetful.taken),
      atLeast("batches told that their key is at work, with 409 and Retry-After", once.conflicts, 1),
      none("batches sent at once that were not answered once and told, or twice the same", once.wrong),
      none("rows called stored more or less than sent", once.off),
      none("answers that were another after a kill and a restart", once.changed),
      caught("control, keys at work unseen: batches answered otherwise", heedless.wrong),
    ];
  },
};

function runBatches(sabotage: Sabotage | null, kills: number, latestKillMs: number): Promise<Outcome> {
  return withProduct(sabotage, async (scene) => {
    const place = await scene.makePlace(METERS);
    const outcome = { unanswered: 0, stored: 0, changed: 0, taken: 0 };
    const answers: string[] = [];
    const times: number[] = [];
    for (let batch = 0; batch < BATCHES; batch++) {
      const text = batch < kills ? await sendAndKill(scene, place, batch, latestKillMs, outcome) : null;
      const began = performance.now();
      const answer = text ?? (await send(scene, place, batch)).text;
      if (batch >= kills) times.push(performance.now() - began);
      answers.push(answer);
      outcome.stored += ingestAnswer.parse(JSON.parse(answer)).stored;
    }
    for (const [batch, answer] of answers.entries()) {
      if ((await send(scene, place, batch)).text !== answer) outcome.changed++;
      if ((await send(scene, place, batch, 1)).status !== 422) outcome.taken++;
    }
    await scene.beside(waitForRefresh);
    return { ...outcome, took: percentile(times, 0.5), sums: await checksum(scene.folder) };
  });
}

/** Sends a batch and kills the server meanwhile. @returns the answer; null: it got none */
async function sendAndKill(
  product: Product,
  place: BenchPlace,
  batch: number,
  latestKillMs: number,
  outcome: Pick<Outcome, "unanswered">,
) {
  const sending = send(product, place, batch).then(
    ({ text }) => text,
    (error: unknown) => {
      if (!(error instanceof TypeError)) throw error;
      return null;
    },
  );
  await pause(Math.random() * latestKillMs);
  await product.kill();
  const answer = await sending;
  if (answer === null) outcome.unanswered++;
  await product.start();
  return answer;
}

interface AtOnce {
  /** Requests answered that their key is at work, and when to come again. */
  conflicts: number;
  /** Rounds with no request carried out, two answered differently, or one neither carried out nor rejected. */
  wrong: number;
  /** Rows that the answers call stored, more or less than were sent. */
  off: number;
  changed: number;
}

/** Sends each batch several times at once, then each once more to the server that was killed and started again. */
function runAtOnce(sabotage: Sabotage | null, rounds: number): Promise<AtOnce> {
  return withProduct(sabotage, async (scene) => {
    const place = await scene.makePlace(METERS);
    const outcome: AtOnce = { conflicts: 0, wrong: 0, off: 0, changed: 0 };
    const answers: (string | undefined)[] = [];
    for (let round = 0; round < rounds; round++) {
      const sending = Array.from({ length: AT_ONCE }, () => sendHours(scene, place, round));
      const all = await Promise.all(sending);
      const done = all.filter(({ status }) => status === 200).map(({ text }) => text);
      const conflicting = all.filter(({ status, retryAfter }) => status === 409 && Number(retryAfter) > 0);
      outcome.conflicts += conflicting.length;
      if (new Set(done).size !== 1 || done.length + conflicting.length !== AT_ONCE) outcome.wrong++;
      const stored = done.map((text) => ingestAnswer.parse(JSON.parse(text)).stored);
      outcome.off += Math.abs(Math.max(0, ...stored) - METERS * SMALL_HOURS);
      answers.push(done[0]);
    }
    await scene.kill();
    await scene.start();
    for (const [round, answer] of answers.entries()) {
      if ((await sendHours(scene, place, round)).text !== answer) outcome.changed++;
    }
    return outcome;
  });
}

function sendHours(product: Product, place: BenchPlace, round: number) {
  return post(product, place, `at-once-${round}`, range(round * SMALL_HOURS, SMALL_HOURS));
}

/** @param more thousandths of a gallon that are added to every hour, for another body */
async function send(product: Product, place: BenchPlace, batch: number, more = 0) {
  const answer = await post(product, place, `batch-${batch}`, range(batch * HOURS, HOURS), more);
  if (answer.status === 200 || answer.status === 422) return answer;
  throw new Error(`A batch was answered with ${answer.status}: ${answer.text.slice(0, 300)}`);
}

function post(product: Product, place: BenchPlace, key: string, hours: readonly number[], more = 0) {
  return postLines(product, place, readingsOf(place, METERS, FIRST_HOUR, hours, more), { "idempotency-key": key });
}
