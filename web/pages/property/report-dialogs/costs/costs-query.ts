import { read } from "../../../../app/query.ts";
import type { ReportSearch } from "../../../../app/report/search/report-search-fields.ts";
import { unitsQuery } from "../../../../app/report/search/report-view.ts";
import { chartParams } from "../../report-charts/chart-query.ts";

/** Dollars by day, week or month. */
export function costsQuery(search: ReportSearch) {
  return read("GET /v1/reporting/portfolio-insights/finances/costs", { query: chartParams(search) });
}

/** Dollars for what leaked in the report's days, by toilets and all else. */
export function leakTypeCostsQuery(search: ReportSearch) {
  return read("GET /v1/reporting/portfolio-insights/finances/leak-type-costs", { query: unitsQuery(search) });
}
