import { read } from "../../../app/query.ts";
import { propertyDevicesParams, propertyDevicesQuery } from "../device-parts/gateway-query.ts";
import type { GatewaySearch } from "../device-parts/gateway-search-fields.ts";
import { topUnitsParams } from "../top-units/top-units-query.ts";
import type { PropertySearch } from "./view/property-search.ts";

const onePage = ({ page = 1, page_size = 10 }: PropertySearch) => ({ page, page_size });

/** The params of the top-leaking units of one property; the property itself is passed separately. */
export function unitsParams(search: PropertySearch) {
  const { organization_id: _organization, property_id: _property, ...rest } = topUnitsParams(search);
  return rest;
}

/** One page of the property's units that leaked in the report's days. */
export function topUnitsQuery(id: number, search: PropertySearch) {
  return read("GET /v1/reporting/top-leak-volume/properties/{id}/units", {
    params: { id },
    query: { ...unitsParams(search), ...onePage(search) },
  });
}

function silent({ building_id }: PropertySearch): GatewaySearch {
  return { building_id, status: ["offline", "delayed", "unknown"] };
}

/** The params of the devices without data: all that are not online now, except those filtered out. */
export function devicesWithoutDataParams(search: PropertySearch) {
  return propertyDevicesParams(silent(search), search.ordering);
}

/** One page of the devices that are not online now. */
export function silentDevicesQuery(id: number, search: PropertySearch) {
  const { ordering, page = 1, page_size = 10 } = search;
  return propertyDevicesQuery(id, silent(search), { ordering, page: page - 1, pageSize: page_size });
}

/** How many of the property's devices are online now. */
export function deviceCountsQuery(id: number) {
  return read("GET /v1/reporting/device-health/portfolio-detail/properties", { query: { property_id: [id] } });
}
