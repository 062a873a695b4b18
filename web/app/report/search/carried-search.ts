import type { ReportSearch } from "./report-search-fields.ts";

/** Days, places, bedrooms and comparison of a report, without what belongs to one screen: for a link to another one. */
export function carriedSearch(search: ReportSearch): ReportSearch {
  const { period, start_date, end_date, organization_id, property_id, comparison, bedrooms_from, bedrooms_to } = search;
  return { period, start_date, end_date, organization_id, property_id, comparison, bedrooms_from, bedrooms_to };
}
