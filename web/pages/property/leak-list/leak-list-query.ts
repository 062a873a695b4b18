import { read } from "../../../app/query.ts";
import { orderingOf, type ReportSearch } from "../../../app/report/report-search.ts";
import { reportQuery } from "../../../app/report/report-view.ts";

const fields = [
  "leak_type",
  "property_name",
  "gallons_consumed",
  "gallons_leaked",
  "flow_time",
  "events_sum",
  "leak_start_date",
  "total_gallons_leaked",
] as const;

/** How the list is ordered where the URL does not say. */
export const leakOrdering = "-gallons_leaked";

/** One page of the leaks with leak gallons in the report's days. */
export function leakListQuery(search: ReportSearch) {
  const { building_id, unit_id, only_active, page = 1, page_size = 10 } = search;
  const ordering = orderingOf(search.ordering, fields) ?? leakOrdering;
  return read("GET /v1/reporting/leak-report/leak-overview", {
    query: { ...reportQuery(search), building_id, unit_id, only_active, ordering, page, page_size },
  });
}
