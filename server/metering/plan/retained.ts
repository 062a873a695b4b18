import { type RawBuilder, sql } from "kysely";
import { localDay } from "../../time/local-day.ts";
import { localMidnight } from "../../time/local-midnight.ts";
import type { Inventory } from "../inventory/inventory-types.ts";
import type { Change } from "./claims.ts";

/**
 * So many days after the first one whose hours are kept, readings are accepted and processed: a leak that opens reaches
 * back over seven days, and the registers of one more determine how the next one begins.
 */
export const OPEN_AFTER_DAYS = 8;

/** The first local day whose readings are still taken; null: there is none that is too old. */
export function firstOpenDay({ hoursFrom }: Pick<Inventory, "hoursFrom">): number | null {
  return hoursFrom === null ? null : hoursFrom + OPEN_AFTER_DAYS;
}

/** Begin of that day in milliseconds; 0 where every day is open. */
export function openSince(inventory: Inventory): number {
  const day = firstOpenDay(inventory);
  return day === null ? 0 : localDay(inventory.timeZone, day).startsAt;
}

/** Changes that can still be processed: those on a day that was closed meanwhile are dropped. */
export function openChanges(inventory: Inventory, changes: Change[]): Change[] {
  const since = openSince(inventory);
  return changes.map(({ meterId, from }) => ({ meterId, from: Math.max(from, since) }));
}

/**
 * SQL: `finding`, a row of register_findings, waits for a person's decision: it is quarantined, and its registers are not
 * all of days that were closed, on which nobody can decide any more.
 */
export function waitsForDecision(finding: string): RawBuilder<unknown> {
  const of = (column: string) => sql.ref(`${finding}.${column}`);
  const since = localMidnight(sql`properties.hours_from + ${OPEN_AFTER_DAYS}::int`, sql`properties.time_zone`);
  return sql`(${of("is_quarantined")} and not exists (
    select from properties where properties.id = ${of("property_id")} and ${of("last_at")} < ${since}))`;
}
