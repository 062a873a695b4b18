import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { makeAdmin, upload, waitForImport } from "../harness/person.ts";
import type { Product } from "../harness/product.ts";
import { csvOf, range, readingsOf } from "../harness/readings.ts";
import { type Scene, withProduct } from "../harness/scene.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { openSilent, sendSlowly, watchReady } from "./bystanders.ts";
import { type LogLine, loggedFrom, WARN } from "./log-lines.ts";
import { compareTraffic } from "./stored.ts";
import { FIRST_HOUR, startTraffic } from "./traffic.ts";

const STOPS = { fast: 1, full: 3 };
const SENDERS = 3;
const READERS = 3;
const METERS = 60;
const FILE_HOURS = 700;
const LONGEST_SECONDS = 10;
/** Longer than a server takes on a busy machine until it waits for nothing but such a request. */
const OVER_GONE_MS = 4000;
/** Nobody took the request. */
const ECONNREFUSED = "ECONNREFUSED";

interface Account {
  stops: number;
  /** Requests that a server took and that did not end well. */
  failures: string[];
  /** Answered well after the signal. */
  after: number;
  /** Milliseconds by which readiness turned before the first connection failed; the least of all stops. */
  notice: number;
  longest: number;
  /** Lines in the log that warn or worse. */
  logged: LogLine[];
  badEnds: number;
  lost: number;
  volume: number;
  /** Rows of the file that are not there once its import, interrupted at every stop, is done. */
  missingRows: number;
}

export const stoppedServer: Check = {
  id: "H1",
  proves:
    "A server that is told to stop under load says first that it is not ready, finishes what it was sent, also by slow senders, logs no error and is gone within ten seconds; an import goes on at the next start.",
  runsIn: "full",
  countsOnly: true,
  run: async (say, size) => {
    const account = await runStops(null, STOPS[size]);
    say(`${account.after} requests were answered after the signal`);
    for (const failure of account.failures) say(`failed: ${failure}`);
    for (const line of account.logged) say(`logged: ${JSON.stringify(line).slice(0, 700)}`);
    const left = await stopOverGone(null);
    say("control: a server that ends at once");
    const hurried = await runStops("leave-in-a-hurry", 1);
    say("control: a server that does not wait for what people who are gone asked of it");
    const forgetful = await stopOverGone("forget-who-left");
    return [
      atLeast("stops", account.stops, STOPS[size]),
      none("requests that failed", account.failures.length),
      atLeast("requests answered after the signal", account.after, account.stops),
      atLeast("least time between not ready and closed", account.notice, 1, "ms"),
      atMost("longest until the process was gone", account.longest, LONGEST_SECONDS, "s"),
      none("lines in the log that warn or worse", account.logged.length + left.logged),
      none("ends with another code than 0", account.badEnds),
      none("acknowledged readings lost", account.lost),
      none("thousandths of a gallon in days more or less than sent", account.volume),
      none("rows missing of the file whose import was interrupted", account.missingRows),
      caught("control, hurried: failed requests", hurried.failures.length),
      none("requests not finished because their sender was gone", left.isFinished ? 0 : 1),
      caught("control, forgetful: requests not finished", forgetful.isFinished ? 0 : 1),
    ];
  },
};

function runStops(sabotage: Sabotage | null, stops: number): Promise<Account> {
  return withProduct(
    sabotage,
    async (scene) => {
      const [ofFile, ...ofSenders] = await scene.makePlaces(SENDERS + 1, METERS);
      if (ofFile === undefined) throw new Error("No property was made.");
      const person = await scene.signInAdmin();
      const { propertyId } = ofFile;
      const file = csvOf(readingsOf(ofFile, METERS, FIRST_HOUR, range(0, FILE_HOURS)));
      const { id } = await upload(person, propertyId, file);
      const account: Account = {
        stops: 0,
        failures: [],
        after: 0,
        notice: Number.POSITIVE_INFINITY,
        longest: 0,
        logged: [],
        badEnds: 0,
        lost: 0,
        volume: 0,
        missingRows: 0,
      };
      let hours = ofSenders.map(() => 0);
      for (; account.stops < stops; account.stops++) {
        await waitForImport(person, propertyId, id, ({ state }) => state !== "waiting");
        hours = await stopOnce(scene, { places: ofSenders, cookie: person.cookie, hours }, account);
        await scene.start();
      }
      await waitForImport(person, propertyId, id);
      await scene.beside(async (connections) => {
        await waitForRefresh(connections);
        const sent = await compareTraffic(connections, ofSenders, METERS, hours);
        const imported = await compareTraffic(connections, [ofFile], METERS, [FILE_HOURS]);
        account.lost = sent.lost;
        account.volume = sent.volume + imported.volume;
        account.missingRows = imported.lost;
      });
      return account;
    },
    { settings: { LOG_LEVEL: "info" } },
  );
}

/** Stops a server that is at work. @returns the acknowledged hours of each place */
async function stopOnce(
  product: Product,
  { places, cookie, hours }: { places: readonly BenchPlace[]; cookie: string; hours: readonly number[] },
  account: Account,
): Promise<number[]> {
  const { url } = product;
  const traffic = startTraffic(url, places, {
    meters: METERS,
    cookie,
    readers: READERS,
    from: hours,
    enough: ({ failure }) => failure === ECONNREFUSED,
  });
  const ready = watchReady(url);
  await openSilent(url);
  const slow = sendSlowly(url, places[0]?.token ?? "", "[]".padEnd(2000)).catch(() => null);
  await pause(500 + Math.random() * 1000);
  const signalled = performance.now();
  await product.program().stop();
  account.longest = Math.max(account.longest, (performance.now() - signalled) / 1000);
  if ((await product.program().ended) !== 0) account.badEnds++;
  await traffic.end();
  await ready.end();
  for (const { status, failure, at } of traffic.answers) {
    if (status !== 200 && failure !== ECONNREFUSED) account.failures.push(`${status ?? failure}`);
    if (status === 200 && at > signalled) account.after++;
  }
  const slowStatus = await slow;
  if (slowStatus !== 200) account.failures.push(`slow sender: ${slowStatus ?? "no answer"}`);
  const closed = traffic.answers.find(({ failure }) => failure === ECONNREFUSED)?.sentAt ?? 0;
  account.notice = Math.min(account.notice, closed - (ready.firstNotReady() ?? Number.POSITIVE_INFINITY));
  account.logged.push(...loggedFrom(WARN, product.program()));
  return traffic.hours();
}

/**
 * Stops a server that still works on a sign-in whose sender is gone by then.
 * @returns the number of lines in the log that warn or worse, and whether the sign-in was finished
 */
function stopOverGone(sabotage: Sabotage | null): Promise<{ logged: number; isFinished: boolean }> {
  const work = async ({ url, program, beside }: Scene) => {
    return beside(async (connections) => {
      const admin = await makeAdmin(connections);
      const tx = await connections.owner.startTransaction().execute();
      // A sign-in needs the database again after it has read the password.
      await sql`lock table credentials in access exclusive mode`.execute(tx);
      const controller = new AbortController();
      const pending = fetch(`${url}/v1/session`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(admin),
        signal: controller.signal,
      });
      await pause(500);
      controller.abort();
      await pending.catch(() => {});
      const stopped = program().stop();
      await pause(OVER_GONE_MS);
      await tx.rollback().execute();
      await stopped;
      const sessions = await sql`select from sessions`.execute(connections.owner);
      return { logged: loggedFrom(WARN, program()).length, isFinished: sessions.rows.length === 1 };
    });
  };
  return withProduct(sabotage, work, { settings: { LOG_LEVEL: "info" } });
}
