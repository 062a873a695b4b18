import type { Occupancy } from "../../../../contract/inventory/occupancy.ts";
import { read } from "../../../app/query.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";

/** What the list can be ordered by. */
export const occupancyFields = ["building_name", "unit_name", "last_7_days_gallons", "occupancy", "as_of"] as const;

/** The default ordering of units: vacant ones first. */
export const occupancyOrdering = "-occupancy";

/** What the list asks for, without a page. */
export function occupancyParams(search: ReportSearch, occupancy: Occupancy[] | undefined) {
  const { building_id, unit_id, ordering } = search;
  return { building_id, unit_id, occupancy, ordering: orderingOf(ordering, occupancyFields) ?? occupancyOrdering };
}

/** One page of the units of a property with their occupancy and what they used in the last seven days. */
export function occupancyQuery(propertyId: number, search: ReportSearch, occupancy: Occupancy[] | undefined) {
  const { page = 1, page_size = 10 } = search;
  return read("GET /v1/properties/{property_id}/occupancy", {
    params: { property_id: propertyId },
    query: { ...occupancyParams(search, occupancy), page, page_size },
  });
}

/** The vacant units of a property, those that used most since they were left first. */
export function vacantUnitsQuery(propertyId: number) {
  return read("GET /v1/properties/{property_id}/occupancy", {
    params: { property_id: propertyId },
    query: { occupancy: ["vacant"], ordering: "-gallons_while_vacant", page: 1, page_size: 50 },
  });
}
