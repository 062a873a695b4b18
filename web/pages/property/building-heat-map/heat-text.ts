import { plural, t } from "@lingui/core/macro";
import type { HeatMap, HeatUnit } from "../../../../contract/reporting/heat-map.ts";
import { formatDate, formatGallonsUnit, formatWeekday } from "../../../components/format.ts";
import type { HeatFigure } from "../property/view/property-search.ts";
import { sumOf } from "./heat-figures.ts";

function bedroomsText({ bedrooms }: HeatUnit): string {
  return bedrooms === 0 ? t`Studio` : plural(bedrooms, { one: "# bedroom", other: "# bedrooms" });
}

function usageText(used: number | null, leaked: number | null): string {
  if (used === null) return t`Not measured`;
  return t`${formatGallonsUnit(leaked)} leaked of ${formatGallonsUnit(used)} used`;
}

/** A unit over all days. */
export function unitLines(unit: HeatUnit): string[] {
  return [
    t`Unit ${unit.unit_name}`,
    usageText(sumOf(unit.gallons_consumed), sumOf(unit.gallons_leaked)),
    bedroomsText(unit),
  ];
}

/** A unit on one day. @param day its place among the dates, from 0 */
export function unitDayLines(unit: HeatUnit, dates: readonly string[], day: number): string[] {
  const date = dates[day] ?? "";
  const used = unit.gallons_consumed[day] ?? null;
  const inPart = used !== null && unit.days_unread.includes(day);
  const ofFixtures = unit.days_of_fixtures.includes(day);
  return [
    t`Unit ${unit.unit_name}, ${formatWeekday(date)}, ${formatDate(date)}`,
    usageText(used, unit.gallons_leaked[day] ?? null),
    ...(used === null || ofFixtures
      ? []
      : [t`${bedroomsText(unit)}, ${formatGallonsUnit(used / Math.max(1, unit.bedrooms))} per bedroom`]),
    ...(ofFixtures ? [t`Only fixtures are metered, so there is no figure per bedroom`] : []),
    ...(inPart ? [t`Less than three quarters of the day was measured`] : []),
  ];
}

/** What the shades add up to: "North Tower, Last 30 days: 420 gal leaked in 45 units". */
export function totalText(
  { building_name }: HeatMap,
  units: readonly HeatUnit[],
  figure: HeatFigure,
  days: string,
): string {
  const all = units.flatMap((unit) => (figure === "leaked" ? unit.gallons_leaked : unit.gallons_consumed));
  const gallons = sumOf(all);
  const amount =
    gallons === null
      ? t`nothing measured`
      : `${formatGallonsUnit(gallons)} ${figure === "leaked" ? t`leaked` : t`used`}`;
  return t`${building_name}, ${days}: ${amount} in ${plural(units.length, { one: "# unit", other: "# units" })}`;
}
