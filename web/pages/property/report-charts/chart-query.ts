import { read } from "../../../app/query.ts";
import { today } from "../../../app/report/search/calendar.ts";
import { rangeUpTo } from "../../../app/report/search/period-search.ts";
import { searchPeriod } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { unitsQuery } from "../../../app/report/search/report-view.ts";

/** How many days a chart shows where the report is about a single day. */
const DAYS_AROUND_ONE = 30;

/**
 * The days that a report's small charts show: those of the report, but for a single day the 30 up to it, since one bar
 * is meaningless. These contain the previous day, so no comparison is shown beside them.
 */
export function chartSearch(search: ReportSearch, now: string = today()): ReportSearch {
  const { period, start_date, end_date } = searchPeriod(search);
  const noComparison = { ...search, comparison: undefined };
  if (period === "yesterday") return { ...noComparison, period: "last-30-days" };
  if (period === "today") return { ...noComparison, ...rangeUpTo(now, DAYS_AROUND_ONE) };
  if (end_date !== undefined && start_date === end_date) {
    return { ...noComparison, ...rangeUpTo(end_date, DAYS_AROUND_ONE) };
  }
  return search;
}

/** Gallons over the days of a small chart: normal consumption, toilet leaks and other leaks. */
export function gallonsDynamicsQuery(search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/gallons-dynamics", { query: unitsQuery(chartSearch(search)) });
}

/** Leak gallons per hundred gallons over the days of a small chart. */
export function leakVolumeQuery(search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/leak-volume-percentage", { query: unitsQuery(chartSearch(search)) });
}

/** The params of a full-screen chart: the report's days (for a single day the 30 up to it), by default daily. */
export function chartParams(search: ReportSearch) {
  return { ...unitsQuery(chartSearch(search)), resolution: search.resolution ?? ("day" as const) };
}
