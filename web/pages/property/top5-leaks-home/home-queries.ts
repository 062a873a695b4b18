import { read } from "../../../app/query.ts";
import { addDays, today } from "../../../app/report/search/calendar.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { topUnitsParams } from "../top-units/top-units-query.ts";
import { REPAIR_DAYS } from "./repair-results.ts";

/** One page of the units that leaked most in the report's days, of all its properties. */
export function topUnitsQuery(search: ReportSearch) {
  const { page = 1, page_size = 10 } = search;
  return read("GET /v1/reporting/top-leak-volume/units", { query: { ...topUnitsParams(search), page, page_size } });
}

/** The units to send someone to: the first page of the same list as it comes, so that both are one call at first. */
export function workListQuery(search: ReportSearch) {
  return topUnitsQuery({ ...search, ordering: undefined, page: undefined, page_size: undefined });
}

/** How many gateways and meters of the report's places have no data now, and how many meters have no flow. */
export function silentDevicesQuery({ organization_id, property_id, building_id }: ReportSearch) {
  return read("GET /v1/reporting/device-health/critical-alerts/overview", {
    query: { organization_id, property_id, building_id },
  });
}

/** As many repairs as the panel adds up: the largest page. */
const MOST_REPAIRS = 50;

/**
 * The leaks of the report's places that a person marked repaired today or in the 30 days before at their property, and
 * some of the day before those, last ones first; the report's days do not matter.
 */
export function repairsQuery(search: ReportSearch, now: string = today()) {
  const { organization_id, property_id, building_id, unit_id } = search;
  return read("GET /v1/leaks", {
    query: {
      organization_id,
      property_id,
      building_id,
      unit_id,
      repaired_since: `${addDays(now, -REPAIR_DAYS - 1)}T00:00:00Z`,
      ordering: "-repaired_at",
      page_size: MOST_REPAIRS,
    },
  });
}
