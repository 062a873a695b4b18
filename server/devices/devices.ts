import { type RawBuilder, sql } from "kysely";
import type { DeviceStatus } from "../../contract/inventory/devices.ts";
import type { AsOf } from "../query/as-of.ts";
import { type InstalledMeters, installedMeters } from "./meter-status.ts";
import { stations } from "./stations.ts";
import { explains } from "./status.ts";

/** SQL: gateways and routers with the serial number of the gateway that explains a router's outage; null: none. */
const judgedStations = sql`
  station
  left join down gateway on station.device_type = 'router' and gateway.device_type = 'gateway'
    and gateway.property_id = station.property_id and gateway.device_id = station.gateway_id
    and ${explains("gateway", "station")}`;

/** SQL: meters with the gateway and the router that explain their missing data; null: none. */
function judgedMeters({ table }: InstalledMeters, statuses: readonly DeviceStatus[] | undefined): RawBuilder<unknown> {
  return sql`
    ${table(statuses)} meter
    left join down gateway on gateway.device_type = 'gateway' and gateway.property_id = meter.property_id
      and gateway.device_id = meter.gateway_id and ${explains("gateway", "meter")}
    left join down router on router.device_type = 'router' and router.property_id = meter.property_id
      and router.device_id = meter.router_id and ${explains("router", "meter")}`;
}

/** SQL: the status of a device, given the gateway or router that explains its outage. */
function statusIn(row: string, explainedBy: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when ${explainedBy} is not null then 'delayed' else ${sql.ref(`${row}.own_status`)} end`;
}

const explainsMeter = sql`coalesce(gateway.serial_number, router.serial_number)`;

/**
 * SQL, CTEs that end with `devices`, to follow `with`: every gateway and router, and every meter in service at the
 * instant, with its status. property_id, device_type, device_id, serial_number (null for meters, whose rows have it),
 * building_id, unit_id (null for gateways, routers; the unit also for meters of a building), building_ids (of a gateway
 * or router: where its meters are), attached_to, last_seen_at (last seen; null: never), status, explained_by and
 * explained_by_type (serial number of the gateway or router whose outage explains this one's; null: none), gateway_id
 * (its own, of a gateway; null: none), meters (behind a gateway or router; else null), days_offline (whole days since
 * last seen, 0 when online, null when unknown).
 * @param only what is needed: meters of other statuses may be left out, and with `wholeStations: false` `meters` and
 * `building_ids` of gateways and routers be missing
 */
export function devicesAsOf(
  properties: readonly AsOf[],
  only: { statuses?: readonly DeviceStatus[] | undefined; wholeStations?: boolean } = {},
): RawBuilder<unknown> {
  const installed = installedMeters(properties);
  return sql`
    ${installed.ctes},
    ${stations(installed, only.wholeStations !== false)},
    judged as (
      select station.property_id, station.device_type, station.device_id, station.serial_number,
        null::bigint as building_id, null::bigint as unit_id, station.building_ids, null::text as attached_to,
        station.gateway_id, station.at, station.last_seen_at, station.own_status, station.meters::bigint as meters,
        gateway.serial_number as explained_by, 'gateway' as explained_by_type
      from ${judgedStations}
      union all
      select meter.property_id, 'meter', meter.meter_id, null, meter.building_id, meter.unit_id,
        array[meter.building_id], meter.attached_to, meter.gateway_id, meter.at, meter.last_seen_at, meter.own_status,
        null, ${explainsMeter}, case when gateway.serial_number is not null then 'gateway' else 'router' end
      from ${judgedMeters(installed, only.statuses)}
    ),
    devices as (
      select judged.property_id, judged.device_type, judged.device_id, judged.serial_number, judged.building_id,
        judged.unit_id, judged.building_ids, judged.attached_to, judged.last_seen_at, judged.meters,
        judged.gateway_id, judged.explained_by,
        case when judged.explained_by is not null then judged.explained_by_type end as explained_by_type,
        ${statusIn("judged", sql`judged.explained_by`)} as status,
        case when judged.own_status = 'online' then 0
          else floor(extract(epoch from judged.at - judged.last_seen_at) / 86400)::int end as days_offline
      from judged
    )`;
}

/**
 * SQL, CTEs that end with `devices`, to follow `with`: how many devices there are (`number`) by property_id,
 * device_type, status and building_ids. Those of one kind are in one row or in several.
 * @param byBuilding whether building_ids are needed; without them they may be missing, which costs less
 */
export function deviceCounts(properties: readonly AsOf[], byBuilding: boolean): RawBuilder<unknown> {
  const installed = installedMeters(properties);
  const totals = byBuilding ? null : installed.totals;
  const building = (id: RawBuilder<unknown>) => (totals === null ? sql`array[${id}]` : sql`null::bigint[]`);
  const late = sql`late.property_id, ${totals === null ? sql`late.building_id,` : sql``} late.status`;
  return sql`
    ${installed.ctes},
    ${stations(installed, totals === null)},
    counted_meters as materialized (${totals ?? sql`select property_id, building_id, online, never_seen from meter_group`}),
    devices as (
      select station.property_id, station.device_type, ${statusIn("station", sql`gateway.serial_number`)} as status,
        station.building_ids, 1 as number
      from ${judgedStations}
      union all
      select property_id, 'meter', 'online', ${building(sql`building_id`)}, online from counted_meters where online > 0
      union all
      select property_id, 'meter', 'unknown', ${building(sql`building_id`)}, never_seen
      from counted_meters where never_seen > 0
      union all
      select late.property_id, 'meter', late.status, ${building(sql`late.building_id`)}, count(*)
      from (
        select meter.property_id, meter.building_id, ${statusIn("meter", explainsMeter)} as status
        from ${judgedMeters(installed, ["delayed", "offline"])}
        where meter.own_status in ('delayed', 'offline')
      ) late
      group by ${late}
    )`;
}
