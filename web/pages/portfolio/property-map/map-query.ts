import { read } from "../../../app/query.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { figuresQuery } from "../../../app/report/search/report-view.ts";

/** Where the report's properties are and how they did in its days; the map compares with no other days. */
export function propertyMapQuery(search: ReportSearch) {
  const { comparison: _, ...query } = figuresQuery(search);
  return read("GET /v1/reporting/portfolio-insights/properties/map", { query });
}
