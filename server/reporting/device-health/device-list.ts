import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { CallName } from "../../../contract/calls.ts";
import { type DeviceRow, type DeviceStatus, type DeviceType, deviceRow } from "../../../contract/inventory/devices.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { devicesAsOf } from "../../devices/devices.ts";
import { isServing } from "../../devices/meter-status.ts";
import { propertiesAsOf } from "../../query/as-of.ts";
import type { PlaceParams } from "../../query/chosen-properties.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { pageCount } from "../../query/page-count.ts";
import { propertyInScope } from "../../query/property-in-scope.ts";
import { type ReportRequest, report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";

/** The params of all reports on devices. */
export interface DeviceParams extends PlaceParams {
  /** The state at the end of this local day; undefined: now. */
  date?: string | undefined;
  building_id?: number[] | undefined;
  status?: DeviceStatus[] | undefined;
  device_type?: DeviceType[] | undefined;
}

/**
 * SQL: `devices`, a row of that name, is in a requested building (a gateway: serves a meter there) and of a requested
 * type.
 */
export function isRequested(params: DeviceParams): RawBuilder<unknown> {
  const { building_id: buildings = null, device_type: types = null } = params;
  return sql`((${buildings}::bigint[] is null or devices.building_ids && ${buildings}::bigint[])
    and (${types}::text[] is null or devices.device_type = any(${types}::text[])))`;
}

/** SQL: `devices` has a requested status. */
export function hasStatus(statuses: readonly DeviceStatus[] | undefined): RawBuilder<unknown> {
  const requested = statuses ?? null;
  return sql`(${requested}::text[] is null or devices.status = any(${requested}::text[]))`;
}

/** From the one that works to the one of which nothing is known. */
const statuses: readonly DeviceStatus[] = ["online", "delayed", "offline", "unknown"];

/** SQL: what a device goes by. */
const serialOf = (device: string) => {
  const of = (column: string) => sql.ref(`${device}.${column}`);
  return sql`coalesce(${of("serial_number")}, (select meters.serial_number from meters
    where meters.property_id = ${of("property_id")} and meters.id = ${of("device_id")}))`;
};

/** SQL: the name of a place of a device; null: it is in none. */
const nameIn = (table: string, column: string) => sql`(
  select lower(place.name) from ${sql.table(table)} place
  where place.property_id = devices.property_id and place.id = ${sql.ref(`devices.${column}`)})`;

// Names are looked up by what is ordered by them, and then for a page's devices, instead of for all.
const columns = {
  property_name: sql`(select lower(properties.name) from properties where properties.id = devices.property_id)`,
  building_name: nameIn("buildings", "building_id"),
  unit_name: nameIn("units", "unit_id"),
  meter_serial_number: serialOf("devices"),
  device_type: sql`devices.device_type`,
  status: sql`array_position(${statuses}::text[], devices.status)`,
  days_offline: sql`devices.days_offline`,
};

/** A row as read. */
const Listed = deviceRow.extend({
  last_seen_at: z.date().nullable(),
  battery_at: z.date().nullable(),
  signal_at: z.date().nullable(),
  count: z.int(),
});

/** SQL: the battery or signal that a device of `page` last reported by the day of `as_of`, and when. */
function lastReported(what: "battery" | "signal"): RawBuilder<unknown> {
  return sql`
    select reported.${sql.ref(what)}, reported.${sql.ref(`${what}_at`)}
    from device_days reported
    where reported.property_id = page.property_id and reported.device = page.device_type
      and reported.device_id = page.device_id and reported.day <= as_of.day and reported.${sql.ref(what)} is not null
    order by reported.day desc limit 1`;
}

/** SQL: how many meters report through a gateway or router of `page` as of `as_of`; null: it is a meter. */
const metersBehind = sql`case when page.device_type <> 'meter' then (
  select count(*) from installed_meters meter
  where meter.property_id = page.property_id and ${isServing}
    and case page.device_type when 'gateway' then meter.gateway_id else meter.router_id end = page.device_id) end`;

type DeviceField = keyof typeof columns;
type DeviceListOrdering = DeviceField | `-${DeviceField}`;

interface DeviceListParams extends DeviceParams, PageParams {
  ordering: DeviceListOrdering;
}

/**
 * One page of the devices, as of a date.
 * @param types which devices the list is about, besides the params; undefined: all
 */
async function deviceList(
  scope: Scope,
  tx: Transactional,
  params: DeviceListParams,
  clock: Clock,
  types?: readonly DeviceType[],
): Promise<{ count: number; rows: DeviceRow[] }> {
  const properties = await propertiesAsOf(scope, tx, params, clock);
  // Only a filter by building must know of all gateways and routers where their meters are.
  const wholeStations = params.building_id !== undefined && !(types?.every((type) => type === "meter") ?? false);
  const listed = sql`
    with ${devicesAsOf(properties, { statuses: params.status, wholeStations })},
    listed as (
      select devices.* from devices where ${isRequested(params)} and ${hasStatus(params.status)}
        and (${types ?? null}::text[] is null or devices.device_type = any(${types ?? null}::text[]))
    )`;
  const found = await queryRows(tx, Listed)`
    ${listed},
    page as materialized (
      select devices.*, count(*) over () as count,
        row_number() over (${orderBy(params.ordering, columns, sql`devices.property_id, devices.device_type, devices.device_id`)}) as place
      from listed devices order by place limit ${params.page_size} offset ${(params.page - 1) * params.page_size}
    )
    select properties.id as property_id, properties.name as property_name, properties.state, page.building_id,
      buildings.name as building_name, page.unit_id, units.name as unit_name, page.attached_to,
      ${serialOf("page")} as meter_serial_number, page.device_type, page.device_id, page.status, page.days_offline,
      page.last_seen_at, gateways.serial_number as gateway_serial_number, page.explained_by, page.explained_by_type,
      ${metersBehind} as meters, page.count, power.battery, power.battery_at, radio.signal, radio.signal_at
    from page
    join as_of on as_of.property_id = page.property_id
    join properties on properties.id = page.property_id
    left join (select property_id, id, name from buildings) buildings
      on buildings.property_id = page.property_id and buildings.id = page.building_id
    left join (select property_id, id, name from units) units
      on units.property_id = page.property_id and units.id = page.unit_id
    left join (select property_id, id, serial_number from gateways) gateways
      on gateways.property_id = page.property_id and gateways.id = page.gateway_id
    left join lateral (${lastReported("battery")}) power on true
    left join lateral (${lastReported("signal")}) radio on true
    order by page.place`;
  const rows = found.map((row) => ({
    ...row,
    last_seen_at: row.last_seen_at?.toISOString() ?? null,
    battery_at: row.battery_at?.toISOString() ?? null,
    signal_at: row.signal_at?.toISOString() ?? null,
  }));
  const count = await pageCount(tx, params, found, listed);
  return { count, rows };
}

/** What the portfolio's page lists of a property: what a person may have to look after. */
const notOnline: DeviceStatus[] = ["delayed", "offline", "unknown"];

/**
 * One page of the devices of one property.
 * @param otherwise the statuses listed when none is requested; undefined: all
 * @throws ProblemError not_found for a property outside the scope, exactly as for one that does not exist.
 */
async function propertyDevices(
  { scope, tx, clock }: Pick<ReportRequest<CallName>, "scope" | "tx" | "clock">,
  propertyId: number,
  params: DeviceListParams,
  otherwise?: DeviceStatus[],
) {
  await propertyInScope(scope, tx, propertyId);
  const { property_id: others, status = otherwise } = params;
  // A property filter besides the one in the path narrows, as any filter does.
  const property_id = others === undefined || others.includes(propertyId) ? [propertyId] : [];
  return deviceList(scope, tx, { ...params, property_id, status }, clock);
}

export const allPropertyDevices = report(
  "GET /v1/reporting/device-health/portfolio-detail/properties/{id}/meters",
  { cache: "text" },
  async ({ params, query, page, ...request }) => page(query, await propertyDevices(request, params.id, query)),
);

export const propertyDevicesNotOnline = report(
  "GET /v1/reporting/device-health/portfolio-insights/properties/{id}/meters",
  { cache: "text" },
  async ({ params, query, page, ...request }) =>
    page(query, await propertyDevices(request, params.id, query, notOnline)),
);

/** One page of the gateways and routers that are offline, unless other statuses are requested. */
export const criticalStations = report(
  "GET /v1/reporting/device-health/critical-alerts/gateways-routers",
  { cache: "text" },
  async ({ scope, tx, query, clock, page }) => {
    const offline = { ...query, status: query.status ?? ["offline" as const] };
    return page(query, await deviceList(scope, tx, offline, clock, ["gateway", "router"]));
  },
);

/** One page of the meters that are offline, unless other statuses are requested. Not those that a gateway explains. */
export const criticalMeters = report(
  "GET /v1/reporting/device-health/critical-alerts/meters",
  { cache: "text" },
  async ({ scope, tx, query, clock, page }) => {
    const offline = { ...query, status: query.status ?? ["offline" as const] };
    return page(query, await deviceList(scope, tx, offline, clock, ["meter"]));
  },
);
