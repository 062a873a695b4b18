import { dependent, read } from "../query.ts";
import type { ReportSearch } from "./search/report-search-fields.ts";
import { leaksQuery, unitsQuery } from "./search/report-view.ts";

/** Headline figures of a report's places and days. */
export function overviewQuery(search: ReportSearch) {
  return read("GET /v1/reporting/overview", { query: unitsQuery(search) });
}

/** All properties that the caller may see; filters and names come from it. */
export function propertiesQuery() {
  return read("GET /v1/reporting/my-properties/", {});
}

/** The leaks that lost most: what the first page of a leak list asks too, so that both are one call. */
export function biggestLeaksQuery(search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/leak-overview", {
    query: { ...leaksQuery(search), ordering: "-gallons_leaked", page: 1, page_size: 10 },
  });
}

/** All buildings and units to filter by, whichever are chosen: one that is gone would be rejected. */
export function placesQuery({ organization_id, property_id }: ReportSearch) {
  return read("GET /v1/reporting/leak-report/leak-overview/filters", { query: { organization_id, property_id } });
}

/** The units to filter by once some of the buildings are chosen, but not all. */
export function unitsOfBuildingsQuery({ organization_id, property_id }: ReportSearch, building_id: number[]) {
  const query = { organization_id, property_id, building_id };
  return dependent(read("GET /v1/reporting/leak-report/leak-overview/filters", { query }));
}

/** Name and logo of the manager that an organization's owner's report shows. */
export function letterheadQuery(id: number) {
  return read("GET /v1/organizations/{id}/letterhead", { params: { id } });
}
