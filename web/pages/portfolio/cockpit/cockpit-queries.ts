import { read } from "../../../app/query.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { figuresQuery } from "../../../app/report/search/report-view.ts";

/** The overview cards. */
export function cardsQuery(search: ReportSearch) {
  return read("GET /v1/reporting/portfolio-insights/overview", { query: figuresQuery(search) });
}

/** How many properties are of each class. */
export function performanceQuery(search: ReportSearch) {
  return read("GET /v1/reporting/portfolio-insights/portfolio-performance", { query: figuresQuery(search) });
}

/** What the water cost, and of that what leaked. */
export function costsQuery(search: ReportSearch) {
  return read("GET /v1/reporting/portfolio-insights/costs", { query: figuresQuery(search) });
}

/** Gallons per bedroom and day. */
export function efficiencyQuery(search: ReportSearch) {
  return read("GET /v1/reporting/portfolio-insights/water-usage-efficiency", { query: figuresQuery(search) });
}
