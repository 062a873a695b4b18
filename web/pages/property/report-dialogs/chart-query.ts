import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { unitsQuery } from "../../../app/report/search/report-view.ts";
import { chartSearch } from "../report-charts/chart-query.ts";

/** The params of a full-screen chart: the report's days (for a single day the 30 up to it), by default daily. */
export function chartParams(search: ReportSearch) {
  return { ...unitsQuery(chartSearch(search)), resolution: search.resolution ?? ("day" as const) };
}
