import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { leaksQuery } from "../../../app/report/search/report-view.ts";

/** What top-leaking units can be ordered by. */
export const topUnitFields = [
  "rank",
  "leak_type",
  "property_name",
  "building_name",
  "gallons_consumed",
  "gallons_leaked",
  "flow_time",
  "events",
  "leak_days",
  "total_gallons_leaked",
] as const;

/** The default ordering of top-leaking units. */
export const topUnitsOrdering = "rank";

/** What a list of top-leaking units asks for, without a page. */
export function topUnitsParams(search: ReportSearch) {
  return { ...leaksQuery(search), ordering: orderingOf(search.ordering, topUnitFields) ?? topUnitsOrdering };
}
