import { read } from "../../../app/query.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { reportQuery } from "../../../app/report/search/report-view.ts";

const places = ["property_name", "building_name", "unit_name", "attached_to", "meter_serial_number"] as const;
const figures = ["gallons_consumed", "flow_time", "events", "gallons_leaked"] as const;
/** What meters by the day can be ordered by; by the hour it is by some of them. */
export const dayFields = [
  "date",
  ...places,
  ...figures,
  "toilet_leaks",
  "other_leaks",
  "leak_volume_percentage",
  "leak_details",
] as const;
const hourFields = ["date", ...places, ...figures, "leak_details"] as const;

/** The default ordering of lists of meters: newest first. */
const meterOrdering = "-date";

function meterParams(search: ReportSearch) {
  const { building_id, unit_id, bedrooms_from, bedrooms_to } = search;
  return { ...reportQuery(search), building_id, unit_id, bedrooms_from, bedrooms_to };
}

/** What the list of meters by the day asks for, without a page. */
export function meterDaysParams(search: ReportSearch) {
  return { ...meterParams(search), ordering: orderingOf(search.ordering, dayFields) ?? meterOrdering } as const;
}

/**
 * What the list of meters by the hour asks for, without a page.
 * @param byAnything whether it may be ordered by more than the date, which the server does within one property
 */
export function meterHoursParams(search: ReportSearch, byAnything: boolean) {
  const fields = byAnything ? hourFields : (["date"] as const);
  return { ...meterParams(search), ordering: orderingOf(search.ordering, fields) ?? meterOrdering } as const;
}

/** One page of the meters in service, a row for each of the report's days. */
export function meterDaysQuery(search: ReportSearch) {
  const { page = 1, page_size = 10 } = search;
  return read("GET /v1/reporting/top-leak-volume/meters/day", {
    query: { ...meterDaysParams(search), page, page_size },
  });
}

/** One page of the meters in service, a row for each hour of the report's days. */
export function meterHoursQuery(search: ReportSearch, byAnything: boolean) {
  const { page = 1, page_size = 10 } = search;
  return read("GET /v1/reporting/top-leak-volume/meters/hour", {
    query: { ...meterHoursParams(search, byAnything), page, page_size },
  });
}
