import { setTimeout as pause } from "node:timers/promises";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { ingestAnswer } from "../../contract/readings/ingest.ts";
import { CountRow, queryRow } from "../../server/database/query-rows.ts";
import { killNowAndThen, type Product } from "../harness/product.ts";
import { bodyOf, postReadings, range } from "../harness/readings.ts";
import { withProduct } from "../harness/scene.ts";
import { addDifferences, compareStored, type Difference, NO_DIFFERENCE } from "../harness/stored-hours.ts";
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
interface Account extends Difference {
  kills: number;
  acknowledged: number;
  resent: number;
  rejected: number;
  superseded: number;
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
      none("readings that nobody sent", account.phantom),
      none("readings rejected", account.rejected),
      none("values in conflict", account.superseded),
      none("thousandths of a gallon in days more or less than sent", account.volume),
      caught("control, early answer: readings lost", early.lost),
      caught("control, added twice: wrong readings", twice.wrong),
    ];
  },
};

function runKilled(
  sabotage: Sabotage | null,
  kills: number,
  readings: number,
  say: (line: string) => void,
): Promise<Account> {
  return withProduct(sabotage, async (scene) => {
    const places = await scene.makePlaces(SENDERS, METERS);
    const account: Account = { kills: 0, acknowledged: 0, resent: 0, rejected: 0, superseded: 0, ...NO_DIFFERENCE };
    const onKilled = () => {
      account.kills++;
      if (account.kills % 10 > 0) return;
      say(`killed ${account.kills} times, ${account.acknowledged.toLocaleString("en-US")} readings acknowledged`);
    };
    const isEnough = () => account.kills >= kills && account.acknowledged >= readings;
    const send = async (place: BenchPlace) => {
      let hour = 0;
      for (; !isEnough(); hour++) {
        const answers = hour % ANSWERS_PER_LOST_ONE === 0 ? 2 : 1;
        await sendUntilAnswered(scene, place, bodyOf(place, METERS, FIRST_HOUR, [hour]), answers, account);
      }
      return hour;
    };
    const [sent] = await Promise.all([Promise.all(places.map(send)), killNowAndThen(scene, kills, 150, onKilled)]);
    await scene.beside(async (connections) => {
      await waitForRefresh(connections);
      const compared = places.map((place, i) =>
        compareStored(connections, place, METERS, FIRST_HOUR, range(0, sent[i] ?? 0)),
      );
      Object.assign(account, addDifferences(await Promise.all(compared)));
      const row = await queryRow(connections.worker, CountRow)`select count(*) from superseded_readings`;
      account.superseded = row?.count ?? 0;
    });
    return account;
  });
}

/** @param answers the number of the answer that arrives; the ones before it are taken for lost */
async function sendUntilAnswered(product: Product, place: BenchPlace, body: string, answers: number, account: Account) {
  let given = 0;
  for (let attempt = 0; ; attempt++) {
    if (attempt === 1) account.resent++;
    try {
      const { status, text } = await postReadings(product, place, body);
      if (status === 200) {
        given++;
        if (given < answers) continue;
        const { rejected } = ingestAnswer.parse(JSON.parse(text));
        account.rejected += rejected;
        account.acknowledged += METERS - rejected;
        return;
      }
      if (status !== 503) throw new Error(`A batch was answered with ${status}: ${text.slice(0, 300)}`);
    } catch (error) {
      // No answer: nobody knows what became of it.
      if (!(error instanceof TypeError)) throw error;
    }
    await pause(20);
  }
}
