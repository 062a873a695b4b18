import { setTimeout as pause } from "node:timers/promises";
import type { StoppablePostgres } from "../../server/ingest/testing/stoppable-postgres.ts";
import { type Scene, withProduct, withStoppablePostgres } from "../harness/scene.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { statusOf } from "./bystanders.ts";

const TIMES = { fast: 2, full: 5 };
const GONE_SECONDS = 2;
const BACK_SECONDS = 5;
const GIVE_UP_SECONDS = 10;
/** Alive is who answers within that. */
const LIVE_SECONDS = 1;

interface Account {
  /** The longest until it reported that it is not ready, and until it reported that it is again, in seconds. */
  gone: number;
  back: number;
  /** Liveness requests, and those not answered well and soon. */
  probes: number;
  dead: number;
}

export const health: Check = {
  id: "H2",
  proves:
    "Whether the server lives needs no database; whether it is ready turns with the database, stopped or out of reach, and back with it.",
  runsIn: "fast",
  waitsMostly: true,
  run: async (say, size) => {
    const account = await runLosses(null, TIMES[size]);
    say("control: a server that never looks whether its database answers");
    const blind = await runLosses("always-ready", 1);
    return [
      atLeast("times without the database", 2 * TIMES[size], 2 * TIMES[size]),
      atMost("longest until not ready", account.gone, GONE_SECONDS, "s"),
      atMost("longest until ready again", account.back, BACK_SECONDS, "s"),
      atLeast("questions whether it lives", account.probes, 2 * TIMES[size]),
      none("of these not answered well within a second", account.dead),
      caught("control: seconds until not ready", blind.gone, GIVE_UP_SECONDS),
    ];
  },
};

function runLosses(sabotage: Sabotage | null, times: number): Promise<Account> {
  return withStoppablePostgres((postgres) =>
    withProduct(sabotage, (scene) => loseOften(scene, postgres, times), { databaseUrl: postgres.url }),
  );
}

async function loseOften({ url }: Scene, postgres: StoppablePostgres, times: number): Promise<Account> {
  const account: Account = { gone: 0, back: 0, probes: 0, dead: 0 };
  const lose = async (take: () => unknown, giveBack: () => unknown) => {
    await take();
    account.gone = Math.max(account.gone, await secondsUntil(url, 503));
    await askWhetherAlive(url, account);
    await pause(Math.random() * 1000);
    await askWhetherAlive(url, account);
    await giveBack();
    account.back = Math.max(account.back, await secondsUntil(url, 200));
  };
  for (let time = 0; time < times; time++) {
    await lose(postgres.stop, postgres.start);
    // Nothing comes back, neither an answer nor an error.
    await lose(postgres.hold, postgres.cut);
  }
  return account;
}

async function secondsUntil(url: string, status: number): Promise<number> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  while ((await statusOf(`${url}/health/ready`)) !== status) {
    if (seconds() > GIVE_UP_SECONDS) break;
    await pause(20);
  }
  return seconds();
}

async function askWhetherAlive(url: string, account: Account): Promise<void> {
  const began = performance.now();
  const status = await statusOf(`${url}/health/live`);
  account.probes++;
  if (status !== 200 || performance.now() - began > LIVE_SECONDS * 1000) account.dead++;
}
