import { plural, t } from "@lingui/core/macro";
import type { OccupancyRow } from "../../../../contract/inventory/occupancy.ts";
import { formatGallonsUnit, formatNumber } from "../../../components/format.ts";

/** A vacant unit that uses more gallons than this in seven days has water running that nobody needs. */
export const VACANT_USE_GALLONS = 10;

/** Whether a vacant unit uses water since it was left; false for a unit without measurements. */
export function usesWaterVacant(row: Pick<OccupancyRow, "occupancy" | "gallons_while_vacant">): boolean {
  return row.occupancy === "vacant" && (row.gallons_while_vacant ?? 0) > VACANT_USE_GALLONS;
}

/**
 * How many vacant units use water, in a sentence.
 * @param count of all vacant units
 * @param rows those of them that used most, a page of them
 */
export function vacantUseText(count: number, rows: readonly OccupancyRow[]): string {
  const using = rows.filter(usesWaterVacant).length;
  const more = t`used more than ${formatGallonsUnit(VACANT_USE_GALLONS)} in the last 7 days.`;
  if (count === 0) return t`No unit is listed as vacant.`;
  if (using === 0)
    return count === 1 ? t`The vacant unit has not ${more}` : t`None of the ${count} vacant units ${more}`;
  const atLeast = using === rows.length && count > using ? t`At least ` : "";
  return t`${atLeast}${formatNumber(using)} of ${plural(count, { one: "# vacant unit", other: "# vacant units" })} ${more}`;
}
