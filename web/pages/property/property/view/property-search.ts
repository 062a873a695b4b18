import type { Occupancy } from "../../../../../contract/inventory/occupancy.ts";
import { reportSearch } from "../../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../../app/report/search/report-search-fields.ts";
import type { ScreenOptions } from "../../../../app/report/search/unread.ts";
import { choiceOf } from "../../../../app/search-text.ts";
import { deviceFields } from "../../device-parts/gateway-queries.ts";
import { leakFields } from "../../leak-list/leak-list-query.ts";
import { occupancyFields } from "../../occupancy/occupancy-query.ts";
import { topUnitFields } from "../../top-units/top-units-query.ts";

/** The tabs beside the first, the leaks. */
export const propertyTabs = ["units", "occupancy", "heat-map", "devices"] as const;
export type PropertyTab = "leaks" | (typeof propertyTabs)[number];

const occupancies = ["vacant", "looks vacant", "occupied", "unknown"] as const satisfies readonly Occupancy[];

/** What the cells of the heat map show beside leak gallons. */
const heatFigures = ["used", "per-bedroom"] as const;
export type HeatFigure = "leaked" | (typeof heatFigures)[number];

const screenOptions: ScreenOptions = {
  tabs: ["leaks", ...propertyTabs],
  orderings: [...leakFields, ...topUnitFields, ...occupancyFields, ...deviceFields],
};

/** The URL of a property's page: that of a report, which units its occupancy lists, and what its heat map shows. */
export interface PropertySearch extends ReportSearch {
  occupancy?: Occupancy[];
  /** Left out: leak gallons. */
  heat?: Exclude<HeatFigure, "leaked">;
}

/** Reads the URL; what makes no sense in it is left out. */
export function propertySearch(raw: Record<string, unknown>): PropertySearch {
  const values: readonly unknown[] = Array.isArray(raw.occupancy) ? raw.occupancy : [raw.occupancy];
  const chosen = occupancies.filter((known) => values.includes(known));
  return {
    ...reportSearch(raw, screenOptions),
    occupancy: chosen.length === 0 || chosen.length === occupancies.length ? undefined : chosen,
    heat: choiceOf(raw.heat, heatFigures),
  };
}

/** The tab that a URL opens; the leaks where it names none that there is. */
export function propertyTab(search: PropertySearch): PropertyTab {
  return choiceOf(search.tab, propertyTabs) ?? "leaks";
}
