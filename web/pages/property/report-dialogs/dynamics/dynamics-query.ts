import { read } from "../../../../app/query.ts";
import type { ReportSearch } from "../../../../app/report/search/report-search-fields.ts";
import { chartParams } from "../chart-query.ts";

/** Gallons by day, week or month. */
export function dynamicsQuery(search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/gallons-dynamics", { query: chartParams(search) });
}

/** Leak gallons per hundred gallons of the same points. */
export function leakShareQuery(search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/leak-volume-percentage", { query: chartParams(search) });
}
