import { localDay } from "../../time/local-day.ts";
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
