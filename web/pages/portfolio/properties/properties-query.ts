import { read } from "../../../app/query.ts";
import { orderingOf, type ReportSearch } from "../../../app/report/report-search.ts";
import { reportQuery } from "../../../app/report/report-view.ts";

const fields = [
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

/** How the table is ordered where the URL does not say. */
export const propertiesOrdering = "-gallons_leaked";

/** One page of the properties with their figures of the report's days. */
export function propertyRowsQuery(search: ReportSearch) {
  const { page = 1, page_size = 10 } = search;
  const ordering = orderingOf(search.ordering, fields) ?? propertiesOrdering;
  return read("GET /v1/reporting/portfolio-insights/properties/performance", {
    query: { ...reportQuery(search), ordering, page, page_size },
  });
}
