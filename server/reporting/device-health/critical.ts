import { sql } from "kysely";
import type { DeviceRow } from "../../../contract/devices.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { deviceCounts } from "../../devices/devices.ts";
import { propertiesAsOf } from "../../query/as-of.ts";
import { report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";
import { type DeviceListParams, deviceList } from "./device-list.ts";
import { dryMetersCount } from "./dry-meters.ts";
import { type DeviceParams, isRequested } from "./params.ts";

/** One page of the gateways and routers that are offline, unless other statuses are requested. */
export function criticalStations(
  scope: Scope,
  tx: Transactional,
  params: DeviceListParams,
  clock: Clock,
): Promise<{ count: number; rows: DeviceRow[] }> {
  const offline = { ...params, status: params.status ?? ["offline" as const] };
  return deviceList(scope, tx, offline, clock, ["gateway", "router"]);
}

/** One page of the meters that are offline, unless other statuses are requested. Not those that a gateway explains. */
export function criticalMeters(
  scope: Scope,
  tx: Transactional,
  params: DeviceListParams,
  clock: Clock,
): Promise<{ count: number; rows: DeviceRow[] }> {
  const offline = { ...params, status: params.status ?? ["offline" as const] };
  return deviceList(scope, tx, offline, clock, ["meter"]);
}

/** How many devices the three lists of critical devices have. */
export async function criticalOverview(
  scope: Scope,
  tx: Transactional,
  params: DeviceParams,
  clock: Clock,
): Promise<{ gateways_routers: number; meters: number; no_consumption: number }> {
  const properties = await propertiesAsOf(scope, tx, params, clock);
  const found = await sql<{ gateways_routers: number; meters: number }>`
    with ${deviceCounts(properties, { lateAnywhere: params.building_id === undefined })}
    select coalesce(sum(devices.number) filter (where devices.device_type <> 'meter'), 0) as gateways_routers,
      coalesce(sum(devices.number) filter (where devices.device_type = 'meter'), 0) as meters
    from devices where devices.status = 'offline' and ${isRequested(params)}`.execute(tx);
  const { gateways_routers, meters } = found.rows[0] ?? { gateways_routers: 0, meters: 0 };
  return { gateways_routers, meters, no_consumption: await dryMetersCount(tx, properties, params) };
}

export const criticalOverviewReport = report(
  "GET /v1/reporting/device-health/critical-alerts/overview",
  { cache: "text" },
  ({ scope, tx, query, clock }) => criticalOverview(scope, tx, query, clock),
);

export const criticalStationsReport = report(
  "GET /v1/reporting/device-health/critical-alerts/gateways-routers",
  { cache: "text" },
  async ({ scope, tx, query, clock, page }) => page(query, await criticalStations(scope, tx, query, clock)),
);

export const criticalMetersReport = report(
  "GET /v1/reporting/device-health/critical-alerts/meters",
  { cache: "text" },
  async ({ scope, tx, query, clock, page }) => page(query, await criticalMeters(scope, tx, query, clock)),
);
