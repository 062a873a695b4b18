import { read } from "../../../../app/query.ts";
import type { ReportSearch } from "../../../../app/report/search/report-search-fields.ts";
import { leaksQuery } from "../../../../app/report/search/report-view.ts";

/** The most bars there are; the call gives no more rows at once. */
const MOST_BARS = 50;

/** The leaks of the report that lost most in its days, biggest first. */
export function barsQuery(search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/leak-overview", {
    query: { ...leaksQuery(search), ordering: "-gallons_leaked", page: 1, page_size: MOST_BARS },
  });
}
