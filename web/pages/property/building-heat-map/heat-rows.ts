import { t } from "@lingui/core/macro";
import type { HeatUnit } from "../../../../contract/reporting/heat-map.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { formatDate, formatMonthDay, formatWeekday } from "../../../components/format.ts";
import type { HeatColumn, HeatLine } from "../../../components/heat-map/heat-lines.ts";
import type { HeatFigure } from "../property/view/property-search.ts";
import { byFloor } from "./floors.ts";
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
    const [month = "", day = ""] = formatMonthDay(date).split(" ");
    const begins = place === 0 || day === "01";
    return { date, short: day, month: begins ? month : "", full: `${formatWeekday(date)}, ${formatDate(date)}` };
  });
}
