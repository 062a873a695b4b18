import { read } from "../../../app/query.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { leaksQuery } from "../../../app/report/search/report-view.ts";

/** What the list can be ordered by. */
export const leakFields = [
  "leak_type",
  "property_name",
  "gallons_consumed",
  "gallons_leaked",
  "flow_time",
  "events_sum",
  "leak_start_date",
  "total_gallons_leaked",
] as const;

/** The default ordering of the list. */
export const leakOrdering = "-gallons_leaked";

/** What the list asks for, without a page. */
export function leakListParams(search: ReportSearch) {
  return { ...leaksQuery(search), ordering: orderingOf(search.ordering, leakFields) ?? leakOrdering };
}

/** One page of the leaks with leak gallons in the report's days; with Only Active Leaks, of those that go on now. */
export function leakListQuery(search: ReportSearch) {
  const { page = 1, page_size = 10 } = search;
  return read("GET /v1/reporting/leak-report/leak-overview", {
    query: { ...leakListParams(search), page, page_size },
  });
}
