import type { ReportSearch } from "../../../app/report/report-search-fields.ts";
import { unitsQuery } from "../../../app/report/report-view.ts";
import { chartSearch } from "../report-charts/chart-query.ts";

/** The params of a full-screen dialog's chart: the report's days (of a single day the 30 up to it), daily by default. */
export function chartQuestion(search: ReportSearch) {
  return { ...unitsQuery(chartSearch(search)), resolution: search.resolution ?? ("day" as const) };
}
