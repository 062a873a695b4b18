import { read } from "../../../app/query.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { figuresQuery } from "../../../app/report/search/report-view.ts";

/** What the table can be ordered by. */
export const propertyFields = [
  "property_name",
  "state",
  "performance",
  "units",
  "units_with_leakage",
  "bedrooms",
  "days_read",
  "gallons_consumed",
  "leak_percentage",
  "gallons_leaked",
] as const;

/** The default ordering of the table. */
export const propertiesOrdering = "-gallons_leaked";

/** Days, places, bedrooms, classes and states of the screen. */
function filteredQuery(search: ReportSearch) {
  const { performance, state } = search;
  return { ...figuresQuery(search), performance, state };
}

/** What the table asks for, without a page. */
export function propertiesParams(search: ReportSearch) {
  return { ...filteredQuery(search), ordering: orderingOf(search.ordering, propertyFields) ?? propertiesOrdering };
}

/** One page of the properties with their figures of the report's days. */
export function propertyRowsQuery(search: ReportSearch) {
  const { page = 1, page_size = 10 } = search;
  return read("GET /v1/reporting/portfolio-insights/properties/performance", {
    query: { ...propertiesParams(search), page, page_size },
  });
}

/** The sums of all pages of the table, and the cards. */
export function propertiesOverviewQuery(search: ReportSearch) {
  return read("GET /v1/reporting/portfolio-insights/properties/overview", { query: filteredQuery(search) });
}

/** How many properties are of each class: of all classes, also where only some are shown. */
export function classesQuery(search: ReportSearch) {
  return read("GET /v1/reporting/portfolio-insights/portfolio-performance", {
    query: { ...figuresQuery(search), state: search.state },
  });
}

/** What the table can be filtered by. */
export function filtersQuery() {
  return read("GET /v1/reporting/portfolio-insights/properties/performance/filters", {});
}
