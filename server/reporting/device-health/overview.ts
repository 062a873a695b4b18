import { sql } from "kysely";
import { z } from "zod";
import {
  type DeviceHealthOverview,
  type DeviceStatus,
  type DeviceType,
  deviceHealth,
  deviceStatus,
  deviceType,
} from "../../../contract/inventory/devices.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { thresholdsFor } from "../../devices/own-thresholds.ts";
import { healthOf, type Thresholds } from "../../devices/status.ts";
import { propertiesAsOf } from "../../query/as-of.ts";
import { report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";
import { type DeviceParams, hasStatus, isRequested } from "./device-list.ts";
import { devicesByProperty, ratioOf } from "./property-health.ts";

const Totals = z.object({
  total_properties: z.int(),
  healthy: z.int(),
  warning: z.int(),
  critical: z.int(),
  no_data: z.int(),
  device_reporting_ratio: z.number().nullable(),
  health: deviceHealth.nullable(),
  /** null: there are no devices. */
  counts: z.array(z.object({ device_type: deviceType, status: deviceStatus, devices: z.int() })).nullable(),
});

/**
 * Devices by type and status, their ratio, and properties by class, as of a date. The ratio and the classes are over
 * all devices of the requested types and buildings, whatever statuses are requested; those filter the counts by status.
 */
async function deviceHealthOverview(
  scope: Scope,
  tx: Transactional,
  params: DeviceParams & Thresholds,
  clock: Clock,
): Promise<DeviceHealthOverview> {
  const properties = await propertiesAsOf(scope, tx, params, clock);
  const withHealth = (health: string) => sql`count(*) filter (where by_property.health = ${health}::text)`;
  const online = sql`coalesce(sum(by_property.online_devices), 0)`;
  const known = sql`coalesce(sum(by_property.total_devices), 0)`;
  const totals = await queryRow(tx, Totals)`
    with ${devicesByProperty(properties, { ...params, status: undefined })},
    by_type as (
      select devices.device_type, devices.status, sum(devices.number) as devices
      from devices where ${isRequested(params)} and ${hasStatus(params.status)} group by 1, 2
    )
    select count(*) as total_properties, ${withHealth("healthy")} as healthy, ${withHealth("warning")} as warning,
      ${withHealth("critical")} as critical, count(*) filter (where by_property.health is null) as no_data,
      ${ratioOf(online, known)} as device_reporting_ratio, ${healthOf(online, known, params)} as health,
      (select json_agg(by_type) from by_type) as counts
    from by_property`;
  if (totals === undefined) throw new Error("The overview has no row.");
  const { total_properties, healthy, warning, critical, no_data, device_reporting_ratio, health } = totals;
  const counted = (type: DeviceType | null) => {
    const of = (status: DeviceStatus) =>
      (totals.counts ?? [])
        .filter((row) => row.status === status && (type === null || row.device_type === type))
        .reduce((sum, row) => sum + row.devices, 0);
    return { online: of("online"), delayed: of("delayed"), offline: of("offline"), unknown: of("unknown") };
  };
  return {
    total_properties,
    properties: { healthy, warning, critical, no_data },
    device_reporting_ratio,
    health,
    devices: counted(null),
    gateways: counted("gateway"),
    routers: counted("router"),
    meters: counted("meter"),
  };
}

export const deviceHealthReport = report(
  "GET /v1/reporting/device-health/overview",
  { cache: "text" },
  async ({ scope, tx, query, clock, connections }) =>
    deviceHealthOverview(scope, tx, { ...query, ...(await thresholdsFor(connections, scope, query)) }, clock),
);

export const portfolioDeviceHealthReport = report(
  "GET /v1/reporting/device-health/portfolio-insights/overview",
  { cache: "text" },
  async ({ scope, tx, query, clock, connections }) =>
    deviceHealthOverview(scope, tx, { ...query, ...(await thresholdsFor(connections, scope, query)) }, clock),
);
