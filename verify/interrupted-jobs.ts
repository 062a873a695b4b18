import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { makePlaces } from "../bench/ingest/make-places.ts";
import { besideServer } from "../bench/run/private-database.ts";
import { inScratchFolder } from "../bench/run/scratch.ts";
import { ADMIN, makeAdmin, signIn, upload } from "./admin.ts";
import type { Check } from "./check.ts";
import { none } from "./check.ts";
import { checksum, differences, type Sums } from "./checksum.ts";
import { fileOf, waitForImport } from "./outage/upload.ts";
import { productAt } from "./product.ts";

const METERS = 60;
const HOURS = 300;
const KILLS = 4;
const AGAIN_SECONDS = 60;
const CONTROL_SECONDS = 15;

/** What the server works on by itself that is not done. */
interface Left {
  imports: number;
  /** Days that wait for refresh. */
  changes: number;
  alerts: number;
}

interface Outcome {
  /** Kills at which some of the work was not done. */
  interrupted: number;
  /** From the last start until all work was done; null: it was not, in time. */
  seconds: number | null;
  sums: Sums;
  /** Alerts beyond the first about the same. */
  doubled: number;
}

export const interruptedJobs: Check = {
  id: "H4",
  proves:
    "Imports, refresh and alerts at which the server was killed are taken up again within a minute of its start, and have their effect once.",
  runsIn: "full",
  run: async (say) => {
    const clean = await runJobs(null, 0, AGAIN_SECONDS);
    const killed = await runJobs(null, KILLS, AGAIN_SECONDS);
    say(`${killed.interrupted} of ${KILLS} kills came while work was not done`);
    say("control: a server that does not take up interrupted imports");
    const dropping = await runJobs("drop-imports", 2, CONTROL_SECONDS);
    return [
      { what: "kills while work was not done", count: killed.interrupted, must: { reach: KILLS / 2 } },
      {
        what: "from the last start until all was done",
        count: killed.seconds ?? Number.POSITIVE_INFINITY,
        unit: "s",
        must: { stay: AGAIN_SECONDS },
      },
      none("tables that differ from an undisturbed run", differences(clean.sums, killed.sums)),
      none("alerts that were made twice", killed.doubled),
      {
        what: "control: work that was not taken up, as must be seen",
        count: Number(dropping.seconds === null),
        must: { be: 1 },
      },
    ];
  },
};

async function runJobs(sabotage: string | null, kills: number, patience: number): Promise<Outcome> {
  return await inScratchFolder(async (folder) => {
    const product = await productAt(folder, sabotage);
    await product.start();
    try {
      const place = await besideServer(folder, async (connections) => {
        await makeAdmin(connections);
        const [made] = await makePlaces(connections, 1, METERS);
        if (made === undefined) throw new Error("No property was made.");
        return made;
      });
      const cookie = await signIn(product.url, ADMIN);
      const { id } = await upload(product.url, cookie, place.propertyId, fileOf(place, METERS, HOURS));
      await waitForImport(product.url, cookie, place, id, ({ state }) => state !== "waiting");
      let interrupted = 0;
      for (let kill = 0; kill < kills; kill++) {
        await pause(Math.random() * 1500);
        await product.kill();
        const left = await workLeft(folder);
        if (left.imports + left.changes > 0 || left.alerts === 0) interrupted++;
        await product.start();
      }
      const seconds = await untilDone(folder, patience);
      if (seconds === null) return { interrupted, seconds, sums: {}, doubled: 0 };
      return { interrupted, seconds, sums: await checksum(folder), doubled: await doubledAlerts(folder) };
    } finally {
      await product.stop();
    }
  });
}

/** Waits until nothing is left to do. @returns the seconds; null: in vain */
async function untilDone(folder: string, patience: number): Promise<number | null> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  while (seconds() < patience) {
    const { imports, changes, alerts } = await workLeft(folder);
    if (imports + changes === 0 && alerts > 0) return seconds();
    await pause(250);
  }
  return null;
}

function workLeft(folder: string): Promise<Left> {
  return besideServer(folder, async ({ worker }) => {
    const rows = await sql<Left>`
      select (select count(*) from imports where state in ('waiting', 'running')) as imports,
        (select count(*) from changes) as changes, (select count(*) from alerts) as alerts`.execute(worker);
    return rows.rows[0] ?? { imports: 0, changes: 0, alerts: 0 };
  });
}

function doubledAlerts(folder: string): Promise<number> {
  return besideServer(folder, async ({ worker }) => {
    const rows = await sql<{ doubled: number }>`
      select coalesce(sum(times - 1), 0)::bigint as doubled from (
        select count(*) as times from alerts group by kind, cause, began_at
      ) alike`.execute(worker);
    return rows.rows[0]?.doubled ?? 0;
  });
}
