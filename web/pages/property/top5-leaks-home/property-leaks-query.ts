import { read } from "../../../app/query.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { leaksQuery } from "../../../app/report/search/report-view.ts";

const fields = [
  "property_name",
  "units_with_leakage",
  "gallons_leaked",
  "gallons_consumed",
  "leak_percentage",
  "total_gallons_leaked",
  "leak_days",
] as const;

/** How properties with leaks are ordered at first. */
export const propertyLeaksOrdering = "-gallons_leaked";
/** Rows on a page of properties. */
export const PROPERTIES_ON_PAGE = 10;

/** The params of the list of properties, without a page. */
export function propertyLeaksParams(search: ReportSearch, ordering: string) {
  return { ...leaksQuery(search), ordering: orderingOf(ordering, fields) ?? propertyLeaksOrdering };
}

/** @param page counted from 0 */
export function propertyLeaksQuery(search: ReportSearch, ordering: string, page: number) {
  const query = { ...propertyLeaksParams(search, ordering), page: page + 1, page_size: PROPERTIES_ON_PAGE };
  return read("GET /v1/reporting/top-leak-volume/properties", { query });
}
