import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import type { Connections } from "../../server/database/connect.ts";
import type { StoppablePostgres } from "../../server/ingest/testing/stoppable-postgres.ts";
import type { Product } from "../harness/product.ts";
import { type Scene, withProduct, withStoppablePostgres } from "../harness/scene.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { statusOf } from "./bystanders.ts";
import { compareTraffic, type TrafficLoss } from "./stored.ts";
import { startTraffic, type Traffic } from "./traffic.ts";

const SENDERS = 3;
const READERS = 3;
const METERS = 100;
const SIZES = { fast: 2, full: 10 };
const CONTROL_TIMES = 2;
/** So soon everything must work again. */
const BACK_SECONDS = 5;
/** Longer than this nobody waits for a server that stays down. */
const GIVE_UP_MS = 30_000;

interface Account extends TrafficLoss {
  /** Requests that were answered with neither 200 nor 503, or 503 without Retry-After. */
  wrong: number;
  /** Requests that got no answer at all. */
  unanswered: number;
  /** Requests answered 503. */
  later: number;
  /** Times that the process did not say it is alive. */
  dead: number;
  /** The longest that it took to serve writes and reads again, in seconds. */
  back: number;
  /** Whether the process is the one that was started. */
  ended: boolean;
}

export const stoppedDatabase: Check = {
  id: "E4",
  proves:
    "A database that is stopped hard, or whose connections are cut, under ingest and reports: the server lives, says 503 and when to try again, loses nothing and goes on by itself.",
  runsIn: "fast",
  countsOnly: true,
  run: async (say, size) => {
    const times = SIZES[size];
    const account = await runOutages(null, times, times);
    say(`${account.later} requests were answered 503, ${account.acknowledged} readings acknowledged`);
    say("control: a server that takes an absent database for an unforeseen error");
    const blind = await runOutages("blind-to-outages", CONTROL_TIMES, 0);
    say("control: a server in which nobody hears of a connection that breaks");
    const falling = await runOutages("fall-with-connections", 0, CONTROL_TIMES);
    return [
      atLeast("times the database was stopped, and times its connections were cut", times, times),
      atLeast("requests answered 503", account.later, times),
      none("requests answered with neither 200 nor 503 with Retry-After", account.wrong),
      none("requests that got no answer", account.unanswered),
      none("times the server was not alive", account.dead + Number(account.ended)),
      atMost("longest until writes and reports work again", account.back, BACK_SECONDS, "s"),
      none("acknowledged readings lost", account.lost),
      none("thousandths of a gallon in days more or less than sent", account.volume),
      caught("control, blind: wrong answers", blind.wrong),
      caught(
        "control, falling: times it was dead or requests without answer",
        Number(falling.ended) + falling.dead + falling.unanswered,
      ),
    ];
  },
};

function runOutages(sabotage: Sabotage | null, stops: number, cuts: number): Promise<Account> {
  return withStoppablePostgres((postgres) =>
    withProduct(sabotage, (scene) => stopAndCut(scene, postgres, stops, cuts), { databaseUrl: postgres.url }),
  );
}

async function stopAndCut(scene: Scene, postgres: StoppablePostgres, stops: number, cuts: number): Promise<Account> {
  const { cookie } = await scene.signInAdmin();
  const places = await scene.makePlaces(SENDERS, METERS);
  const traffic = startTraffic(scene.url, places, { meters: METERS, cookie, readers: READERS });
  const account = { wrong: 0, unanswered: 0, later: 0, dead: 0, back: 0, ended: false };
  scene.program().ended.then(() => {
    account.ended = true;
  });
  for (let stop = 0; stop < stops && !account.ended; stop++) await stopAndStart(scene, postgres, traffic, account);
  for (let cut = 0; cut < cuts && !account.ended; cut++) {
    await pause(200 + Math.random() * 300);
    if (cut % 2 === 0) postgres.cut();
    else await scene.beside(terminateAll);
    await waitUntilBack(traffic, account);
  }
  await traffic.end();
  for (const { status, retryAfter } of traffic.answers) {
    if (status === null) account.unanswered++;
    else if (status === 503 && retryAfter !== null) account.later++;
    else if (status !== 200) account.wrong++;
  }
  const { ended } = account;
  const loss = await scene.beside(async (connections) => {
    if (!ended) await waitForRefresh(connections);
    return compareTraffic(connections, places, METERS, traffic.hours());
  });
  return { ...account, ended, ...loss };
}

async function stopAndStart(product: Product, postgres: StoppablePostgres, traffic: Traffic, account: Outage) {
  await pause(200 + Math.random() * 300);
  await postgres.stop();
  if ((await statusOf(`${product.url}/health/live`, 1000)) !== 200) account.dead++;
  await pause(Math.random() * 700);
  await postgres.start();
  await waitUntilBack(traffic, account);
}

/** What an outage adds to. */
type Outage = Omit<Account, keyof TrafficLoss>;

async function waitUntilBack(traffic: Traffic, account: Outage): Promise<void> {
  const began = performance.now();
  const good = () => [traffic.firstGood("write", began), traffic.firstGood("read", began)];
  while (good().includes(null)) {
    if (account.ended || performance.now() - began > GIVE_UP_MS) return;
    await pause(20);
  }
  for (const answer of good()) account.back = Math.max(account.back, ((answer?.at ?? 0) - began) / 1000);
}

/** Ends the connections of the server as the database's operator can. */
async function terminateAll({ owner }: Connections): Promise<void> {
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and application_name like 'dripline%' and application_name <> 'dripline owner'`.execute(
    owner,
  );
}
