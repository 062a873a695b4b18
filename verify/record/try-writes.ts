import { sql } from "kysely";
import { succeeds } from "../world/expected.ts";
import { type Operation, operations } from "../world/operation.ts";
import { send, volumeAt } from "../world/send.ts";
import type { Site } from "../world/site.ts";
import type { LivingPlace } from "../world/tenant.ts";
import { touched } from "../world/touched.ts";
import { freshNames, type World } from "../world/world.ts";

/** What the server works out by itself meanwhile: refresh, alerts and imports that were requested before. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  "alerts",
  "leak_cases",
  "leak_case_days",
  "bedroom_days",
  "changes",
  "imports",
  "property_days",
  "service_spans",
  "unit_counts",
  "unit_days",
]);

export interface Writes {
  /** Calls that changed something, by tables that only people change. */
  changes: number;
  /** Sentences. */
  wrong: string[];
}

/**
 * Makes every writing call of the contract as somebody who may, once as it is and once where the record takes no row.
 * A call that changes something must have put it on record, and must change nothing where it cannot.
 */
export async function tryWrites(site: Site, world: World): Promise<Writes> {
  const writes: Writes = { changes: 0, wrong: [] };
  const { owner } = site.connections;
  // Readings, sent by devices, have records of their own.
  const chosen = operations().filter(
    ({ method, access }) => method !== "GET" && access !== "gateway" && access !== "public",
  );
  await sql`create function take_no_row() returns trigger language plpgsql as
    $$ begin raise exception 'The record takes no row.'; end $$`.execute(owner);
  for (const operation of chosen) {
    const whole = await makeOnce(site, world, operation);
    if (whole.changed.length > 0) {
      writes.changes++;
      if (whole.rows === 0) {
        writes.wrong.push(`${operation.name} changed ${whole.changed.join(", ")} without a row on record`);
      }
    }
    await sql`create trigger no_row before insert on audit_log for each row execute function take_no_row()`.execute(
      owner,
    );
    const kept = await makeOnce(site, world, operation).finally(() =>
      sql`drop trigger no_row on audit_log`.execute(owner),
    );
    if (kept.changed.length > 0)
      writes.wrong.push(`${operation.name} changed ${kept.changed.join(", ")} off the record`);
  }
  await sql`drop function take_no_row()`.execute(owner);
  return writes;
}

/** @returns the tables that it changed at home, and the rows on record of that request */
async function makeOnce(site: Site, world: World, operation: Operation): Promise<{ changed: string[]; rows: number }> {
  const { home } = world;
  const person = world.people.find((one) => one.standing !== null && succeeds(operation, one, home));
  if (person === undefined) return { changed: [], rows: 0 };
  const names = await freshNames(site, world, home, person);
  const before = await takeSnapshot(site, home);
  const last = await newestRow(site);
  const request = operation.request({ params: names, query: names, body: names }, volumeAt(home));
  await send(site, world, operation, person, request);
  const after = await takeSnapshot(site, home);
  const changed = [...after.keys()].filter((table) => before.get(table) !== after.get(table) && !BY_ITSELF.has(table));
  const rows = await sql<{ n: number }>`
    select count(*) as n from audit_log where id > ${last} and action <> 'rejected'`.execute(site.connections.owner);
  return { changed, rows: rows.rows[0]?.n ?? 0 };
}

/** Of a property the columns that the server keeps for itself: how far its work has come. */
const KEPT_BY_SERVER = [
  "alerted_version",
  "days_from",
  "figures_version",
  "hours_from",
  "inventory_version",
  "last_reading_on",
  "refreshed_version",
  "rolled_up",
  "unit_bit_count",
];

/** What people and devices reported of a place, as a text for each table. */
async function takeSnapshot(site: Site, home: LivingPlace): Promise<Map<string, string>> {
  const sums = await touched(site, home);
  const { rows } = await sql<{ text: string }>`
    select (to_jsonb(p) - ${KEPT_BY_SERVER}::text[])::text as text from properties p
    where id = ${home.propertyId}`.execute(site.connections.owner);
  return sums.set("properties", rows[0]?.text ?? "");
}

async function newestRow({ connections }: Site): Promise<number> {
  const rows = await sql<{ id: number }>`select coalesce(max(id), 0) as id from audit_log`.execute(connections.owner);
  return rows.rows[0]?.id ?? 0;
}

/** Ways in which one of the server's roles could change what is on record; none is left. */
export async function openWays({ connections }: Site): Promise<string[]> {
  const open: string[] = [];
  for (const role of ["app", "worker", "accounts"] as const) {
    for (const statement of [
      "update audit_log set actor = ''",
      "delete from audit_log",
      "truncate audit_log",
      "update audit_seals set hash = ''",
      "delete from audit_seals",
      "truncate audit_seals",
    ]) {
      const isRejected = await sql
        .raw(statement)
        .execute(connections[role])
        .then(
          () => false,
          (error: unknown) => String(error).includes("permission denied"),
        );
      if (!isRejected) open.push(`${role}: ${statement}`);
    }
  }
  return open;
}
