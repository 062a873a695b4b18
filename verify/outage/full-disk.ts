import { setTimeout as pause } from "node:timers/promises";
import { waitForRefresh } from "../../bench/ingest/queue-watch.ts";
import { inScratchFolder } from "../../bench/run/scratch.ts";
import { canConnect } from "../../server/database/can-connect.ts";
import { openStoppablePostgres, type StoppablePostgres } from "../../server/ingest/testing/stoppable-postgres.ts";
import { type Scene, withProduct } from "../harness/scene.ts";
import { atLeast, atMost, type Check, caught, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";
import { statusOf } from "./bystanders.ts";
import { openSmallDisk, type SmallDisk } from "./small-disk.ts";
import { compareTraffic, type TrafficLoss } from "./stored.ts";
import { startTraffic } from "./traffic.ts";

const DISK_MB = 400;
const SENDERS = 3;
const METERS = 200;
const FULL_MS = 10_000;
const NOTICE_SECONDS = 60;
const BACK_SECONDS = 30;

interface Account extends TrafficLoss {
  rejected: number;
  wrong: number;
  /** Looks at a full disk in which the server was alive, and in which it reported that it is ready. */
  alive: number;
  dead: number;
  ready: number;
  back: number;
  ended: boolean;
}

export const fullDisk: Check = {
  id: "E5",
  proves:
    "With the database's disk full the server lives, says 503 and that it is not ready, loses nothing that it acknowledged, and goes on by itself once there is room.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const account = await runFull(null, say);
    if (account === null) {
      say("NOT TRIED: this needs the right to mount a file system (root, outside of a container).");
      return [];
    }
    say("control: a server that takes a full disk for an unforeseen error");
    const blind = await runFull("blind-to-outages", () => {});
    return [
      atLeast("writes rejected with 503 and Retry-After", account.rejected, 1),
      none("other answers than 200 and such", account.wrong),
      atLeast("looks at which the server was alive on a full disk", account.alive, 5),
      none("looks at which it was not", account.dead + Number(account.ended)),
      none("looks at which it said that it is ready, once a write was rejected", account.ready),
      atMost("from room to work", account.back, BACK_SECONDS, "s"),
      atLeast("readings acknowledged", account.acknowledged, 1000),
      none("acknowledged readings lost", account.lost),
      none("thousandths of a gallon in days more or less than sent", account.volume),
      caught("control: wrong answers", blind?.wrong ?? 0),
    ];
  },
};

/** @returns null where no disk can be mounted */
function runFull(sabotage: Sabotage | null, say: (line: string) => void): Promise<Account | null> {
  return inScratchFolder(async (folder) => {
    const disk = await openSmallDisk(folder, DISK_MB);
    if (disk === null) return null;
    try {
      const postgres = await openStoppablePostgres(disk.folder);
      const databaseUrl = postgres.url;
      try {
        return await withProduct(sabotage, (scene) => fillAndFree(scene, disk, postgres, sabotage, say), {
          databaseUrl,
        });
      } finally {
        await disk.free();
        await postgres.close();
      }
    } finally {
      await disk.close();
    }
  });
}

async function fillAndFree(
  scene: Scene,
  disk: SmallDisk,
  postgres: StoppablePostgres,
  sabotage: Sabotage | null,
  say: (line: string) => void,
): Promise<Account> {
  const keeper = keepUp(postgres);
  try {
    const places = await scene.makePlaces(SENDERS, METERS);
    const { cookie } = await scene.signInAdmin();
    const account = { rejected: 0, wrong: 0, alive: 0, dead: 0, ready: 0, back: 0, ended: false };
    scene.program().ended.then(() => {
      account.ended = true;
    });
    const traffic = startTraffic(scene.url, places, { meters: METERS, cookie, readers: 1 });
    await pause(3000);
    await disk.fill();
    const filled = performance.now();
    const isRejected = () =>
      traffic.answers.some(({ kind, status, sentAt }) => kind === "write" && sentAt > filled && (status ?? 0) >= 500);
    while (!isRejected() && performance.now() - filled < NOTICE_SECONDS * 1000) await pause(50);
    say(`a write was rejected ${((performance.now() - filled) / 1000).toFixed(1)} s after the disk was full`);
    for (const until = performance.now() + FULL_MS; performance.now() < until; await pause(250)) {
      if ((await statusOf(`${scene.url}/health/live`)) === 200) account.alive++;
      else account.dead++;
      if ((await statusOf(`${scene.url}/health/ready`)) === 200) account.ready++;
    }
    await disk.free();
    const freed = performance.now();
    const seconds = () => (performance.now() - freed) / 1000;
    const isBack = async () =>
      traffic.firstGood("write", freed) !== null && (await statusOf(`${scene.url}/health/ready`)) === 200;
    while (!(await isBack()) && seconds() < 2 * BACK_SECONDS) await pause(50);
    account.back = seconds();
    await pause(1000);
    await traffic.end();
    for (const { status, retryAfter } of traffic.answers) {
      if (status === 503 && retryAfter !== null) account.rejected++;
      else if (status !== 200) account.wrong++;
    }
    const { ended } = account;
    const loss = await scene.beside(async (connections) => {
      if (sabotage === null) await waitForRefresh(connections);
      return compareTraffic(connections, places, METERS, traffic.hours());
    });
    return { ...account, ended, ...loss };
  } finally {
    await keeper.end();
  }
}

/** Starts a Postgres again that ended for its disk, as what watches over one does. */
function keepUp(postgres: StoppablePostgres) {
  let isOver = false;
  const keeping = (async () => {
    while (!isOver) {
      if (!(await canConnect(postgres.url))) {
        await postgres.start().catch(() => {
          // Not yet: there is no room.
        });
      }
      await pause(500);
    }
  })();
  return {
    end: async () => {
      isOver = true;
      await keeping;
    },
  };
}
