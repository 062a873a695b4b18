import { type RawBuilder, sql } from "kysely";
import type { DeviceRow, DeviceStatus } from "../../../contract/devices.ts";
import type { Clock } from "../../clock.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { propertiesAsOf } from "../../devices/as-of.ts";
import { devicesAsOf } from "../../devices/devices.ts";
import { orderBy } from "../ordering.ts";
import type { PageAsked } from "../page.ts";
import { type DevicesAsked, hasStatus, isAskedFor } from "./asked.ts";

type DeviceField =
  | "property_name"
  | "building_name"
  | "unit_name"
  | "meter_serial_number"
  | "device_type"
  | "status"
  | "days_offline";

export interface DeviceListAsked extends DevicesAsked, PageAsked {
  ordering: DeviceField | `-${DeviceField}`;
}

/** From the one that works to the one of which nothing is known. */
const statuses: readonly DeviceStatus[] = ["online", "delayed", "offline", "unknown"];

const columns = {
  property_name: sql`lower(property_name)`,
  building_name: sql`lower(building_name)`,
  unit_name: sql`lower(unit_name)`,
  meter_serial_number: sql`meter_serial_number`,
  device_type: sql`device_type`,
  status: sql`array_position(${statuses}::text[], status)`,
  days_offline: sql`days_offline`,
};

type Instants = "heard_at" | "battery_at" | "signal_at";
type ListedRow = Omit<DeviceRow, Instants> & Record<Instants, Date | null> & { count: number };

/** SQL: what a device of `page` last said of its battery or signal by the day of `as_of`, and when. */
function lastSaid(what: "battery" | "signal"): RawBuilder<unknown> {
  return sql`
    select said.${sql.ref(what)}, said.${sql.ref(`${what}_at`)}
    from device_heard said
    where said.property_id = page.property_id and said.device = page.device_type
      and said.device_id = page.device_id and said.day <= as_of.day and said.${sql.ref(what)} is not null
    order by said.day desc limit 1`;
}

/**
 * One page of the devices that meet a condition on `devices`, as of a date.
 * @param among which devices the list is about, besides what is asked for
 */
export async function deviceList(
  scope: Scope,
  tx: Transactional,
  asked: DeviceListAsked,
  clock: Clock,
  among: RawBuilder<unknown> = sql`true`,
): Promise<{ count: number; rows: DeviceRow[] }> {
  const properties = await propertiesAsOf(scope, tx, asked, clock);
  const listed = sql`
    with ${devicesAsOf(properties, asked.status)},
    listed as (
      select properties.id as property_id, properties.name as property_name, properties.state, devices.building_id,
        buildings.name as building_name, devices.unit_id, units.name as unit_name, devices.attached_to,
        devices.serial_number as meter_serial_number, devices.device_type, devices.device_id, devices.status,
        devices.days_offline, devices.heard_at, devices.gateway_serial_number, devices.explained_by,
        devices.explained_by_type, devices.meters
      from devices
      join properties on properties.id = devices.property_id
      left join (select property_id, id, name from buildings) buildings
        on buildings.property_id = devices.property_id and buildings.id = devices.building_id
      left join (select property_id, id, name from units) units
        on units.property_id = devices.property_id and units.id = devices.unit_id
      where ${isAskedFor(asked)} and ${hasStatus(asked.status)} and ${among}
    )`;
  const order = orderBy(asked.ordering, columns, sql`property_id, device_type, device_id`);
  const found = await sql<ListedRow>`
    ${listed},
    page as materialized (
      select *, count(*) over () as count from listed ${order}
      limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size}
    )
    select page.*, power.battery, power.battery_at, radio.signal, radio.signal_at
    from page
    join as_of on as_of.property_id = page.property_id
    left join lateral (${lastSaid("battery")}) power on true
    left join lateral (${lastSaid("signal")}) radio on true
    ${order}`.execute(tx);
  const rows = found.rows.map((row) => ({
    ...row,
    heard_at: row.heard_at?.toISOString() ?? null,
    battery_at: row.battery_at?.toISOString() ?? null,
    signal_at: row.signal_at?.toISOString() ?? null,
  }));
  // Beyond the last page no row says how many there are.
  const count = found.rows[0]?.count ?? (asked.page === 1 ? 0 : await countOf(tx, listed));
  return { count, rows };
}

async function countOf(tx: Transactional, listed: RawBuilder<unknown>): Promise<number> {
  const counted = await sql<{ count: number }>`${listed} select count(*) as count from listed`.execute(tx);
  return counted.rows[0]?.count ?? 0;
}
