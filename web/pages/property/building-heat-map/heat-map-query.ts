import { read } from "../../../app/query.ts";
import { periodQuery } from "../../../app/report/search/period-search.ts";
import { searchPeriod } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";

/** Each unit of a building on each of the report's days: of the first building chosen, else the property's first by name. */
export function heatMapQuery(id: number, search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/properties/{id}/heat-map", {
    params: { id },
    query: { ...periodQuery(searchPeriod(search)), building_id: search.building_id?.[0] },
  });
}
