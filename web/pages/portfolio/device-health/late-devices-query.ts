import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import type { DeviceHealthProperty, DeviceStatus } from "../../../../contract/inventory/devices.ts";
import { activeOrganization } from "../../../app/active-organization.ts";
import { call } from "../../../app/api.ts";
import { propertyDevicesParams } from "../../property/device-parts/gateway-query.ts";
import type { DevicesListed, GatewaySearch } from "../../property/device-parts/gateway-search-fields.ts";

/** Devices that a property shows at first, and those that it shows more of at a time. */
const FIRST_DEVICES = 10;
const MORE_DEVICES = 50;

/** Of which statuses the devices of a choice are. */
export const statusesOf: Readonly<Record<DevicesListed, readonly DeviceStatus[]>> = {
  late: ["delayed", "offline", "unknown"],
  online: ["online"],
  delayed: ["delayed"],
  offline: ["offline"],
  unknown: ["unknown"],
  seen: ["online", "delayed", "offline"],
};

/** How many devices of a choice a property's row counts. */
export function countOf(row: DeviceHealthProperty, listed: DevicesListed): number {
  return statusesOf[listed].reduce((sum, status) => sum + row[`${status}_devices`], 0);
}

/** What the list of a property's devices asks: the statuses chosen there, else those of the screen's filter, else not online. */
export function lateDevicesParams(search: GatewaySearch, ordering: string) {
  const params = propertyDevicesParams(search, ordering);
  if (search.listed === undefined) return params;
  return { ...params, status: [...statusesOf[search.listed]] };
}

/**
 * A property's devices: page 0 has the first ones, pages from 1 on all of them, those first ones among them. While others are on their way the rows before stay.
 */
export function lateDevicesQuery(id: number, search: GatewaySearch, ordering: string) {
  const params = lateDevicesParams(search, ordering);
  return infiniteQueryOptions({
    // Has the prefix of other calls' keys, so that new thresholds invalidate these, too.
    queryKey: ["/device-health/ late devices", activeOrganization(), id, params],
    queryFn: ({ pageParam, signal }) =>
      call("GET /v1/reporting/device-health/portfolio-insights/properties/{id}/meters", {
        params: { id },
        query: { ...params, page: Math.max(1, pageParam), page_size: pageParam === 0 ? FIRST_DEVICES : MORE_DEVICES },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, _pages, page) => (last.next === null ? undefined : page + 1),
    placeholderData: keepPreviousData,
  });
}
