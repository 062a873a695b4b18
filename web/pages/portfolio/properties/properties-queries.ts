import { read } from "../../../app/query.ts";
import { overviewQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
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

const insights = "GET /v1/reporting/portfolio-insights";

/** All that the screen shows. */
export function propertiesQueries(search: ReportSearch) {
  const { page = 1, page_size = 10 } = search;
  return {
    overview: overviewQuery(search),
    /** The sums of all pages of the table, and the cards. */
    sums: read(`${insights}/properties/overview`, { query: filteredQuery(search) }),
    /** How many properties are of each class: of all classes, also where only some are shown. */
    classes: read(`${insights}/portfolio-performance`, { query: { ...figuresQuery(search), state: search.state } }),
    /** One page of the properties with their figures of the report's days. */
    rows: read(`${insights}/properties/performance`, { query: { ...propertiesParams(search), page, page_size } }),
    /** What the table can be filtered by. */
    filters: read(`${insights}/properties/performance/filters`, {}),
    properties: propertiesQuery(),
  };
}
