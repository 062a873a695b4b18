import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { BenchPlace } from "../../bench/ingest/make-places.ts";
import { CountRow, queryRow, queryRows } from "../../server/database/query-rows.ts";
import { checksum, differences, type Sums } from "../harness/checksum.ts";
import { upload, waitForImport } from "../harness/person.ts";
import { csvOf, range, readingsOf, serialsOf } from "../harness/readings.ts";
import { type Scene, withProduct } from "../harness/scene.ts";
import { atLeast, atMost, type Check, exactly, none } from "../run/check.ts";
import type { Sabotage } from "../sabotage/sabotages.ts";

const METERS = 60;
/** So many that their import takes longer than any kill is waited for. */
const HOURS = 1500;
const FIRST_HOUR = Date.UTC(2026, 4, 1);
const KILLS = 4;
/** The longest wait for a kill, in milliseconds after the import began. */
const KILL_WITHIN_MS = 400;
const AGAIN_SECONDS = 60;
const CONTROL_SECONDS = 15;

/** Of so many meters the file holds an hour of more water than can pass, which is alerted. */
const TOO_MUCH = 5;

/** What the server works on by itself that is not done. */
const LeftRow = z.object({
  imports: z.int(),
  /** Days that wait for refresh. */
  changes: z.int(),
  /** Properties whose alerts are not up to date. */
  behind: z.int(),
  alerts: z.int(),
});
type Left = z.infer<typeof LeftRow>;

interface Outcome {
  /** Kills at which some of the work was not done. */
  interrupted: number;
  /** From the last start until all work was done; null: it was not, in time. */
  seconds: number | null;
  sums: Sums;
  /** What is alerted in the end, one line each. */
  alerts: string[];
  /** Alerts beyond the first about the same. */
  doubled: number;
}

export const interruptedJobs: Check = {
  id: "H4",
  proves:
    "Imports, refresh and alerts at which the server was killed are taken up again within a minute of its start, and have their effect once.",
  runsIn: "full",
  countsOnly: true,
  run: async (say) => {
    const clean = await runJobs(null, 0, AGAIN_SECONDS);
    const killed = await runJobs(null, KILLS, AGAIN_SECONDS);
    say(`${killed.interrupted} of ${KILLS + 1} kills came while work was not done`);
    const alerts = unlike(clean, killed);
    for (const alert of alerts.slice(0, 5)) say(`not in both runs: ${alert}`);
    say("control: a server that does not take up interrupted imports");
    const dropping = await runJobs("drop-imports", 2, CONTROL_SECONDS);
    say("control: a server that leaves the alerts to the one that was killed");
    const mute = await runJobs("drop-alerts", 1, CONTROL_SECONDS);
    return [
      atLeast("kills while work was not done", killed.interrupted, KILLS / 2),
      atMost("from the last start until all was done", killed.seconds ?? Number.POSITIVE_INFINITY, AGAIN_SECONDS, "s"),
      none("tables that differ from an undisturbed run", differences(clean.sums, killed.sums)),
      atLeast("alerts that stand in the end", killed.alerts.length, TOO_MUCH),
      none("alerts that differ from an undisturbed run", alerts.length),
      none("alerts that were made twice", killed.doubled),
      exactly("control: work that was not taken up, as must be seen", Number(dropping.seconds === null), 1),
      exactly("control: alerts that were not brought up to date, as must be seen", Number(mute.seconds === null), 1),
    ];
  },
};

function runJobs(sabotage: Sabotage | null, kills: number, timeoutMs: number): Promise<Outcome> {
  return withProduct(sabotage, async (scene) => {
    const place = await scene.makePlace(METERS);
    const person = await scene.signInAdmin();
    const file = csvOf(readingsOf(place, METERS, FIRST_HOUR, range(0, HOURS))) + tooMuch(place);
    const { id } = await upload(person, place.propertyId, file);
    await waitForImport(person, place.propertyId, id, ({ state }) => state !== "waiting");
    let interrupted = 0;
    const kill = async () => {
      await scene.kill();
      if (isAtWork(await workLeft(scene))) interrupted++;
      await scene.start();
    };
    for (let killed = 0; killed < kills; killed++) {
      await pause(Math.random() * KILL_WITHIN_MS);
      await kill();
    }
    if (kills > 0) {
      // Once more when all is done but the alerts, which come a while after the rest.
      await untilIn(scene, timeoutMs, ({ imports, changes }) => imports + changes === 0);
      await kill();
    }
    const seconds = await untilIn(scene, timeoutMs, (left) => !isAtWork(left) && left.alerts > 0);
    if (seconds === null) return { interrupted, seconds, sums: {}, alerts: [], doubled: 0 };
    const alerts = await standingAlerts(scene);
    return { interrupted, seconds, sums: await checksum(scene.folder), alerts, doubled: await doubledAlerts(scene) };
  });
}

function tooMuch(place: BenchPlace): string {
  const serials = serialsOf(place, METERS).slice(0, TOO_MUCH);
  return serials.map((serial) => `${serial},2026-04-30T12:00:00Z,9000\n`).join("");
}

function isAtWork({ imports, changes, behind }: Left): boolean {
  return imports + changes + behind > 0;
}

/** Waits until what is left is as it is wanted. @returns the seconds; null: it was in vain */
async function untilIn(scene: Scene, timeoutMs: number, isSo: (left: Left) => boolean): Promise<number | null> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  while (seconds() < timeoutMs) {
    if (isSo(await workLeft(scene))) return seconds();
    await pause(250);
  }
  return null;
}

function workLeft({ beside }: Scene): Promise<Left> {
  return beside(async ({ worker }) => {
    const row = await queryRow(worker, LeftRow)`
      select (select count(*) from imports where state in ('waiting', 'running')) as imports,
        (select count(*) from changes) as changes, (select count(*) from alerts) as alerts,
        (select count(*) from properties where alerted_version < figures_version) as behind`;
    return row ?? { imports: 0, changes: 0, behind: 0, alerts: 0 };
  });
}

/**
 * The alerts that stand. Whether a leak that came and went was ever alerted depends on when somebody looked; what is the
 * case in the end does not.
 */
function standingAlerts({ beside }: Scene): Promise<string[]> {
  return beside(async ({ worker }) => {
    const rows = await queryRows(worker, z.object({ alert: z.string() }))`
      select concat_ws('|', a.kind, m.serial_number, u.name, a.device, a.began_at, a.details) as alert
      from alerts a left join meters m on m.id = a.meter_id left join units u on u.id = a.unit_id
      where a.closed_at is null and a.kind <> 'leak ended' order by 1`;
    return rows.map(({ alert }) => alert);
  });
}

/** Alerts that only one of two runs gave. */
function unlike(one: Outcome, other: Outcome): string[] {
  const only = (a: string[], b: string[]) => a.filter((alert) => !b.includes(alert));
  return [...only(one.alerts, other.alerts), ...only(other.alerts, one.alerts)];
}

function doubledAlerts({ beside }: Scene): Promise<number> {
  return beside(async ({ worker }) => {
    const row = await queryRow(worker, CountRow)`
      select coalesce(sum(times - 1), 0)::bigint as count from (
        select count(*) as times from alerts group by kind, cause, began_at
      ) alike`;
    return row?.count ?? 0;
  });
}
