import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { type BenchPlace, makePlaces } from "../../bench/ingest/make-places.ts";
import type { EmbeddedPostgres } from "../../server/database/embedded.ts";
import { lockNumbers } from "../../server/database/locks.ts";
import { HOUR_MS } from "../../server/time/durations.ts";
import { type Fleet, type FleetPlan, inFleet, watchWork, workOf } from "../harness/fleet.ts";
import { makeAdmin } from "../harness/person.ts";
import { bodyOf, range, takeReadings } from "../harness/readings.ts";
import { sendSameAtOnce, useLinkEverywhere } from "./same-everywhere.ts";
import { tryRights } from "./try-rights.ts";

const METERS = 6;
const PROPERTIES = 4;
const OLD_HOURS = 48;
/** Older than what is kept by months enough that whole months go. */
const OLD_DAYS = 200;
const ROUNDS = 20;
const MAILS = 6;
/** Every server has looked for old months several times by then. */
const SETTLED_MS = 6000;

export interface OneInstallation {
  /** Requests after a change at another server, and answers that did not know of it yet. */
  requestCount: number;
  disobeyed: string[];
  /** Sessions begun at one server that did not hold at another. */
  strangers: number;
  mails: number;
  /** Uses of one link, at all servers at once, that succeeded. */
  uses: number;
  /** Of one batch under one key, sent to all at once: rows stored, and answers that say otherwise than the first. */
  stored: number;
  otherAnswers: number;
  /** Months that were dropped, as it is on record, their archives, and servers that found none of it left. */
  dropped: number;
  archives: number;
  droppers: number;
}

export const EXPECTED = { months: PROPERTIES, mails: MAILS, rows: METERS };

/** What every server must know of what another one did, and what only one of them may do. */
export function tryOneInstallation(cluster: EmbeddedPostgres): Promise<OneInstallation> {
  const settings = (folder: string) => ({ RETAIN_HOURS_MONTHS: "3", ARCHIVE_DIR: join(folder, "archive") });
  const plan: FleetPlan = { sabotage: "retention-soon", isShared: false, settings };
  const oldest = Math.floor(Date.now() / HOUR_MS) - OLD_DAYS * 24;
  return inFleet(cluster, ["one", "two", "three"], plan, async (fleet) => {
    const { connections } = fleet;
    // Held as if another server were looking for old months, until there are some: each server looks once a day.
    const places = await connections.owner.connection().execute(async (session) => {
      await sql`select pg_advisory_lock(${lockNumbers.retention})`.execute(session);
      const filled = await startWithOldMonths(fleet, oldest);
      await sql`select pg_advisory_unlock(${lockNumbers.retention})`.execute(session);
      return filled;
    });
    const admin = await makeAdmin(connections);
    const rights = await tryRights(fleet, admin, places, ROUNDS);
    const mails = await useLinkEverywhere(fleet, MAILS);
    const [place] = places;
    if (place === undefined) throw new Error("No property was made.");
    const same = await sendSameAtOnce(fleet, place, bodyOf(place, METERS, 0, [oldest + OLD_DAYS * 24 - 5]));
    return { ...rights, ...mails, ...same, ...(await retained(fleet)) };
  });
}

async function startWithOldMonths({ connections, servers }: Fleet, oldest: number): Promise<BenchPlace[]> {
  await Promise.all(servers.map((server) => server.start()));
  await watchWork(connections);
  const places = await makePlaces(connections, PROPERTIES, METERS);
  for (const [n, place] of places.entries()) {
    const url = servers[n % servers.length]?.url ?? "";
    await takeReadings({ url }, place, bodyOf(place, METERS, 0, range(startOfMonth(oldest), OLD_HOURS)));
  }
  return places;
}

/** The rights alone, over servers that remember them for a while. @returns how many answers did not know of a change */
export function tryRememberedRights(cluster: EmbeddedPostgres): Promise<number> {
  return inFleet(cluster, ["one", "two"], { sabotage: "remember-rights", isShared: false }, async (fleet) => {
    await Promise.all(fleet.servers.map((server) => server.start()));
    const places = await makePlaces(fleet.connections, 1, METERS);
    const { disobeyed } = await tryRights(fleet, await makeAdmin(fleet.connections), places, 2);
    return disobeyed.length;
  });
}

/** Some days into the month, where no time zone has another one. */
function startOfMonth(hour: number): number {
  const date = new Date(hour * HOUR_MS);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 10) / HOUR_MS;
}

async function retained({ connections, folder }: Fleet) {
  const recorded = async () => {
    const rows = await sql<{ n: number }>`
      select count(*) as n from audit_log where action = 'retention.drop_hours'`.execute(connections.owner);
    return rows.rows[0]?.n ?? 0;
  };
  while ((await recorded()) < PROPERTIES) await pause(100);
  // What must not come has no event: the other servers look several times meanwhile.
  await pause(SETTLED_MS);
  const archives = await readdir(join(folder, "archive"), { recursive: true });
  return {
    dropped: await recorded(),
    archives: archives.filter((name) => name.endsWith(".hours.csv.gz")).length,
    droppers: (await workOf(connections, "retention")).size,
  };
}
