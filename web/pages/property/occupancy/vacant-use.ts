import type { OccupancyRow } from "../../../../contract/inventory/occupancy.ts";
import { formatCount, formatNumber } from "../../../components/format.ts";

/** A vacant unit that uses more gallons than this in seven days has water running that nobody needs. */
export const VACANT_USE_GALLONS = 10;

/** Whether a vacant unit uses water; false for a unit without measurements. */
export function usesWaterVacant(row: Pick<OccupancyRow, "occupancy" | "last_7_days_gallons">): boolean {
  return row.occupancy === "vacant" && (row.last_7_days_gallons ?? 0) > VACANT_USE_GALLONS;
}

/**
 * How many vacant units use water, in a sentence.
 * @param count of all vacant units
 * @param rows those of them that used most, a page of them
 */
export function vacantUseText(count: number, rows: readonly OccupancyRow[]): string {
  const using = rows.filter(usesWaterVacant).length;
  const more = `used more than ${VACANT_USE_GALLONS} gal in the last 7 days.`;
  if (count === 0) return "No unit is said to be vacant.";
  if (using === 0) return count === 1 ? `The vacant unit has not ${more}` : `None of the ${count} vacant units ${more}`;
  const atLeast = using === rows.length && count > using ? "At least " : "";
  return `${atLeast}${formatNumber(using)} of ${formatCount(count, "vacant unit")} ${more}`;
}
