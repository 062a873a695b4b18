import { read } from "../../../app/query.ts";
import { placesQuery, propertiesQuery } from "../../../app/report/report-queries.ts";
import { orderingOf } from "../../../app/report/search/report-search.ts";
import type { DeviceArea, GatewaySearch } from "./gateway-search-fields.ts";

const health = "GET /v1/reporting/device-health";

/** What lists of devices can be ordered by. */
export const deviceFields = [
  "property_name",
  "building_name",
  "unit_name",
  "meter_serial_number",
  "device_type",
  "status",
  "days_offline",
] as const;
export const dryFields = [
  "property_name",
  "building_name",
  "unit_name",
  "meter_serial_number",
  "days_without_water",
] as const;
export const propertyFields = [
  "property_name",
  "state",
  "device_reporting_ratio",
  "online_devices",
  "delayed_devices",
  "offline_devices",
  "unknown_devices",
  "total_devices",
] as const;

/** The default orderings of the lists: longest without data first, and worst property first. */
export const silentFirst = "-days_offline";
export const driestFirst = "-days_without_water";
export const worstFirst = "device_reporting_ratio";

/** Places and date as every call takes them. */
export function placed({ date, organization_id, property_id, building_id }: GatewaySearch) {
  return { date: date === "now" ? undefined : date, organization_id, property_id, building_id };
}

/** The same with statuses and types. */
function devices(search: GatewaySearch) {
  return { ...placed(search), status: search.status, device_type: search.device_type };
}

const overviews = {
  property: `${health}/overview`,
  portfolio: `${health}/portfolio-insights/overview`,
} as const;

/** How many devices need a person. */
export function alertCountsQuery(search: GatewaySearch) {
  return read(`${health}/critical-alerts/overview`, { query: placed(search) });
}

/** The params of the list of gateways and routers without data, without a page. */
export function stationsParams(search: GatewaySearch) {
  return { ...devices(search), ordering: orderingOf(search.ordering, deviceFields) ?? silentFirst };
}

/** One page of the gateways and routers without data. */
export function stationsQuery(search: GatewaySearch) {
  const { page = 1, page_size = 10 } = search;
  return read(`${health}/critical-alerts/gateways-routers`, {
    query: { ...stationsParams(search), page, page_size },
  });
}

/** The gateways and routers longest without data, whatever the tables are ordered by. */
export function longestSilentQuery(search: GatewaySearch) {
  return stationsQuery({ ...placed(search) });
}

/** One page of the meters without data though their gateway reports; same params as `stationsQuestion`. */
export function silentMetersQuery(search: GatewaySearch) {
  const { page = 1, page_size = 10 } = search;
  return read(`${health}/critical-alerts/meters`, { query: { ...stationsParams(search), page, page_size } });
}

/** What the list of meters without water asks, without a page. */
export function dryMetersParams(search: GatewaySearch) {
  return { ...placed(search), ordering: orderingOf(search.ordering, dryFields) ?? driestFirst };
}

/** One page of the meters that report, but no water. */
export function dryMetersQuery(search: GatewaySearch) {
  const { page = 1, page_size = 10 } = search;
  return read(`${health}/critical-alerts/no-consumption`, { query: { ...dryMetersParams(search), page, page_size } });
}

/** What the list of properties asks, without a page. */
export function propertiesParams(search: GatewaySearch) {
  return { ...devices(search), ordering: orderingOf(search.list_ordering, propertyFields) ?? worstFirst };
}

/** What the list of one property's devices asks, without a page. */
export function propertyDevicesParams(search: GatewaySearch, ordering: string | undefined) {
  const { date, building_id, status, device_type } = devices(search);
  return { date, building_id, status, device_type, ordering: orderingOf(ordering, deviceFields) ?? silentFirst };
}

/** One page of a property's devices. @param page counted from 0 */
export function propertyDevicesQuery(
  id: number,
  search: GatewaySearch,
  { ordering, page, pageSize }: { ordering: string | undefined; page: number; pageSize: number },
) {
  return read(`${health}/portfolio-detail/properties/{id}/meters`, {
    params: { id },
    query: { ...propertyDevicesParams(search, ordering), page: page + 1, page_size: pageSize },
  });
}

/** What both screens about devices show. */
export function healthQueries(search: GatewaySearch, area: DeviceArea) {
  const { list_page: page = 1, list_page_size: page_size = 10 } = search;
  return {
    /**
     * How many devices of each type report. Not filtered by status or type: a ratio of offline devices alone is
     * meaningless, and the filters show these counts beside their options.
     */
    reporting: read(overviews[area], { query: placed(search) }),
    alertCounts: alertCountsQuery(search),
    /** One page of the properties with the ratio of their devices that report. */
    propertiesHealth: read(`${health}/portfolio-detail/properties`, {
      query: { ...propertiesParams(search), page, page_size },
    }),
    places: placesQuery(search),
    properties: propertiesQuery(),
  };
}
