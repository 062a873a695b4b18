import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { deviceHealthProperty } from "../../../contract/inventory/devices.ts";
import { queryRows } from "../../database/query-rows.ts";
import { deviceCounts } from "../../devices/devices.ts";
import { thresholdsFor } from "../../devices/own-thresholds.ts";
import { healthOf, type Thresholds } from "../../devices/status.ts";
import { type AsOf, propertiesAsOf } from "../../query/as-of.ts";
import { orderBy } from "../../query/ordering.ts";
import { pageCount } from "../../query/page-count.ts";
import { report } from "../../query/report.ts";
import { type DeviceParams, hasStatus, isRequested } from "./device-list.ts";

const Listed = deviceHealthProperty.extend({ count: z.int() });

const columns = {
  property_name: sql`lower(property_name)`,
  state: sql`state`,
  device_reporting_ratio: sql`device_reporting_ratio`,
  online_devices: sql`online_devices`,
  delayed_devices: sql`delayed_devices`,
  offline_devices: sql`offline_devices`,
  silent_devices: sql`silent_devices`,
  unknown_devices: sql`unknown_devices`,
  total_devices: sql`total_devices`,
};

const countOf = (status: string) =>
  sql`coalesce(sum(devices.number) filter (where devices.status = ${status}::text), 0)`;

/** SQL: how many devices were ever seen, and the percentage of them that is online. */
export function ratioOf(online: RawBuilder<unknown>, known: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(${online} * 100.0::float8 / nullif(${known}, 0))`;
}

/**
 * SQL, CTEs to follow `with`, that end with `by_property`: a row for each property with the counts of its devices by
 * status, their ratio and its class.
 */
export function devicesByProperty(properties: readonly AsOf[], params: DeviceParams & Thresholds): RawBuilder<unknown> {
  const known = sql`coalesce(sum(devices.number) filter (where devices.status <> 'unknown'), 0)`;
  return sql`
    ${deviceCounts(properties, params.building_id !== undefined)},
    counted as (
      select devices.property_id, ${countOf("online")} as online, ${countOf("delayed")} as delayed,
        ${countOf("offline")} as offline, ${countOf("unknown")} as never_seen, ${known} as known,
        bool_or(${hasStatus(params.status)}) as has_status
      from devices where ${isRequested(params)} group by devices.property_id
    ),
    by_property as (
      select as_of.property_id, coalesce(counted.online, 0) as online_devices,
        coalesce(counted.delayed, 0) as delayed_devices, coalesce(counted.offline, 0) as offline_devices,
        coalesce(counted.delayed + counted.offline, 0) as silent_devices,
        coalesce(counted.never_seen, 0) as unknown_devices, coalesce(counted.known, 0) as total_devices,
        ${ratioOf(sql`counted.online`, sql`counted.known`)} as device_reporting_ratio,
        ${healthOf(sql`counted.online`, sql`coalesce(counted.known, 0)`, params)} as health
      from as_of left join counted on counted.property_id = as_of.property_id
      where ${params.status === undefined}::boolean or counted.has_status
    )`;
}

/** One page of the chosen properties with how many of their devices report, as of a date. */
export const propertyHealth = report(
  "GET /v1/reporting/device-health/portfolio-detail/properties",
  { cache: "text" },
  async ({ scope, tx, query, clock, connections, page }) => {
    const thresholds = await thresholdsFor(connections, scope, query);
    const properties = await propertiesAsOf(scope, tx, query, clock);
    const listed = sql`
      with ${devicesByProperty(properties, { ...query, ...thresholds })},
      listed as (
        select by_property.*, properties.name as property_name, properties.state
        from by_property join properties on properties.id = by_property.property_id
      )`;
    const rows = await queryRows(tx, Listed)`
      ${listed}
      select *, count(*) over () as count from listed ${orderBy(query.ordering, columns, sql`property_id`)}
      limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`;
    return page(query, { count: await pageCount(tx, query, rows, listed), rows });
  },
);
