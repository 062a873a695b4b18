import type { DeviceRow, DeviceStatus } from "../../../contract/devices.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import { report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";
import { type DeviceListParams, deviceList } from "./device-list.ts";

/** What the portfolio's page lists of a property: what a person may have to look after. */
export const notOnline: readonly DeviceStatus[] = ["delayed", "offline", "unknown"];

/**
 * One page of the devices of one property.
 * @param unasked the statuses listed when none is requested; undefined: all
 * @throws ProblemError not_found for a property outside the scope, exactly as for one that does not exist.
 */
export async function propertyDevices(
  scope: Scope,
  tx: Transactional,
  propertyId: number,
  params: DeviceListParams,
  clock: Clock,
  unasked?: readonly DeviceStatus[],
): Promise<{ count: number; rows: DeviceRow[] }> {
  await propertyInScope(scope, tx, propertyId);
  const { property_id: others } = params;
  // A property filter besides the one in the path narrows, as any filter does.
  const property_id = others === undefined || others.includes(propertyId) ? [propertyId] : [];
  const status = params.status ?? (unasked === undefined ? undefined : [...unasked]);
  return deviceList(scope, tx, { ...params, property_id, status }, clock);
}

export const propertyDevicesReport = report(
  "GET /v1/reporting/device-health/portfolio-detail/properties/{id}/meters",
  { cache: "text" },
  async ({ scope, tx, params, query, clock, page }) =>
    page(query, await propertyDevices(scope, tx, params.id, query, clock)),
);

export const devicesNotOnlineReport = report(
  "GET /v1/reporting/device-health/portfolio-insights/properties/{id}/meters",
  { cache: "text" },
  async ({ scope, tx, params, query, clock, page }) =>
    page(query, await propertyDevices(scope, tx, params.id, query, clock, notOnline)),
);
