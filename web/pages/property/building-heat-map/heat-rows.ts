import { t } from "@lingui/core/macro";
import type { HeatUnit } from "../../../../contract/reporting/heat-map.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { formatDate, formatMonthName, formatWeekday } from "../../../components/format.ts";
import type { HeatColumn, HeatLine } from "../../../components/heat-map/heat-lines.ts";
import type { HeatFigure } from "../property/view/property-search.ts";
import { heatFigures } from "./heat-figures.ts";

/** Seven bedrooms of a filter are seven or more. */
const MOST_BEDROOMS = 7;

/** The units that the report's filters leave. */
export function unitsOf(units: readonly HeatUnit[], { unit_id, bedrooms_from, bedrooms_to }: ReportSearch): HeatUnit[] {
  const [from, to] = [bedrooms_from ?? 0, bedrooms_to ?? MOST_BEDROOMS];
  return units.filter(
    (unit) =>
      (unit_id?.includes(unit.unit_id) ?? true) &&
      unit.bedrooms >= from &&
      (to >= MOST_BEDROOMS || unit.bedrooms <= to),
  );
}

/** The rows of the heat map: units, under their floors if known from their names. */
export function linesOf(units: readonly HeatUnit[], name: HeatFigure): HeatLine[] {
  const figure = heatFigures[name];
  const floors = byFloor(units);
  return floors.flatMap(({ floor, units: own }): HeatLine[] => [
    ...(floors.length > 1
      ? [{ kind: "heading" as const, name: floor === null ? t`Other units` : t`Floor ${floor}` }]
      : []),
    ...own.map((unit) => ({
      kind: "row" as const,
      id: unit.unit_id,
      name: unit.unit_name,
      values: figure.values(unit),
      partial: new Set(unit.days_unread),
      total: figure.total(unit),
    })),
  ]);
}

/** The head of the heat map. */
export function columnsOf(dates: readonly string[]): HeatColumn[] {
  return dates.map((date, place) => {
    const day = date.slice(8);
    const month = place === 0 || day === "01" ? formatMonthName(date) : "";
    return { date, short: day, month, full: `${formatWeekday(date)}, ${formatDate(date)}` };
  });
}

/** More are no floors but numbers of another kind. */
const HIGHEST = 120;

/**
 * The floor derived from a unit's name: what precedes the last two digits of a number of three or four, "204" and
 * "A-204B" are on floor 2, "1204" on floor 12. Null: the name has no floor.
 */
export function floorOf(name: string): number | null {
  const digits = /(?:^|\D)(\d{1,2})\d{2}[A-Za-z]?$/.exec(name.trim())?.[1];
  const floor = digits === undefined ? 0 : Number(digits);
  return floor >= 1 && floor <= HIGHEST ? floor : null;
}

/** Units of one floor; null: not known from their names. */
export interface Floor<Unit> {
  floor: number | null;
  units: readonly Unit[];
}

/**
 * Units by floor, from the ground up, those without a known floor last. If most have no known floor, or all are on one
 * floor, they are one group without a floor.
 */
export function byFloor<Unit extends { unit_name: string }>(units: readonly Unit[]): Floor<Unit>[] {
  const groups = new Map<number | null, Unit[]>();
  for (const unit of units) {
    const floor = floorOf(unit.unit_name);
    groups.set(floor, [...(groups.get(floor) ?? []), unit]);
  }
  const untold = groups.get(null)?.length ?? 0;
  const floors = [...groups.keys()].filter((floor) => floor !== null).toSorted((one, other) => one - other);
  if (floors.length < 2 || untold * 2 > units.length) return [{ floor: null, units }];
  const order = untold === 0 ? floors : [...floors, null];
  return order.map((floor) => ({ floor, units: groups.get(floor) ?? [] }));
}
