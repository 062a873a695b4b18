import { type RawBuilder, sql } from "kysely";
import { AHEAD_MS } from "../clock.ts";
import { type AsOf, asOfTable } from "./as-of.ts";
import { metersHeard } from "./meters-heard.ts";
import { explains, meterDelayed, meterOnline, stationDelayed, stationOnline, statusOf } from "./status.ts";

/**
 * SQL: when a gateway or router was heard by its own word, from the days on which it was, never after the instant; null:
 * never. What was noted of later times, while our clock was ahead, does not count. `table` is its row, `device` what
 * device_heard calls it.
 */
function ownWord(table: string, device: "gateway" | "router"): RawBuilder<unknown> {
  const row = (column: string) => sql.ref(`${table}.${column}`);
  return sql`greatest(
    (select least(as_of.at, word.heard_at) from device_heard word
      where word.property_id = ${row("property_id")} and word.device = ${device}::text
        and word.device_id = ${row("id")} and word.day <= as_of.day
        and word.heard_at <= as_of.at + interval '1 millisecond' * ${AHEAD_MS}::int
      order by word.day desc limit 1),
    case when ${row("last_heard_at")} <= as_of.at then ${row("last_heard_at")} end)`;
}

/** SQL: of the meters behind each gateway or router: how many, in which buildings, and when the newest was heard. */
function behind(column: "gateway_id" | "router_id"): RawBuilder<unknown> {
  return sql`(
    select property_id, ${sql.ref(column)} as device_id, count(*) as meters, max(heard_at) as heard_at,
      array_agg(distinct building_id) as building_ids
    from seated where ${sql.ref(column)} is not null group by property_id, ${sql.ref(column)}
  )`;
}

/**
 * SQL, CTEs that end with `devices`, to follow `with`: every gateway and router, and every meter in service at the
 * instant, with its status. property_id, device_type, device_id, serial_number, building_id, unit_id (null for gateways,
 * routers; the unit also for meters of a building), building_ids (of a gateway or router: where its meters are),
 * attached_to, heard_at (null: never), status, explained_by and explained_by_type (serial number of the gateway or router
 * whose silence explains this one's; null: none), gateway_serial_number, meters (behind a gateway or router; else null),
 * days_offline (whole days since heard, 0 when online, null when unknown).
 *
 * A gateway or router that never told of itself was heard when the newest reading of its meters was measured.
 */
export function devicesAsOf(properties: readonly AsOf[]): RawBuilder<unknown> {
  return sql`
    as_of as materialized (select * from ${asOfTable(properties)} chosen),
    ${metersHeard(properties)},
    seated as materialized (
      select meter_heard.property_id, meter_heard.meter_id, meters.serial_number, point.building_id, point.unit_id,
        point.attached_to, gateway.id as gateway_id, meters.router_id,
        gateway.serial_number as gateway_serial_number, meter_heard.at, meter_heard.heard_at,
        ${statusOf({ heardAt: sql`meter_heard.heard_at`, at: sql`meter_heard.at`, online: meterOnline, delayed: meterDelayed })} as own_status
      from meter_heard
      join meters on meters.property_id = meter_heard.property_id and meters.id = meter_heard.meter_id
      join meter_points point on point.property_id = meter_heard.property_id and point.id = meter_heard.point_id
      left join routers on routers.property_id = meters.property_id and routers.id = meters.router_id
      left join gateways gateway on gateway.property_id = meters.property_id
        and gateway.id = coalesce(meters.gateway_id, routers.gateway_id)
    ),
    named as (
      select gateway.property_id, 'gateway' as device_type, gateway.id as device_id, gateway.serial_number,
        gateway.id as gateway_id, gateway.serial_number as gateway_serial_number, as_of.at, ${stationOnline} as online,
        ${ownWord("gateway", "gateway")} as own_word
      from as_of join gateways gateway on gateway.property_id = as_of.property_id
      union all
      select router.property_id, 'router', router.id, router.serial_number, router.gateway_id, gateway.serial_number,
        as_of.at, ${stationOnline}, ${ownWord("router", "router")}
      from as_of
      join routers router on router.property_id = as_of.property_id
      join gateways gateway on gateway.property_id = router.property_id and gateway.id = router.gateway_id
    ),
    heard_station as (
      select named.*, coalesce(named.own_word, behind_gateway.heard_at, behind_router.heard_at) as heard_at,
        coalesce(behind_gateway.meters, behind_router.meters, 0) as meters,
        coalesce(behind_gateway.building_ids, behind_router.building_ids, '{}') as building_ids
      from named
      left join ${behind("gateway_id")} behind_gateway on named.device_type = 'gateway'
        and behind_gateway.property_id = named.property_id and behind_gateway.device_id = named.device_id
      left join ${behind("router_id")} behind_router on named.device_type = 'router'
        and behind_router.property_id = named.property_id and behind_router.device_id = named.device_id
    ),
    station as materialized (
      select heard_station.*,
        ${statusOf({ heardAt: sql`heard_station.heard_at`, at: sql`heard_station.at`, online: sql`heard_station.online`, delayed: stationDelayed })} as own_status
      from heard_station
    ),
    -- Few, as a rule, and so joined to all devices.
    down as materialized (select * from station where own_status = 'offline'),
    judged as (
      select station.property_id, station.device_type, station.device_id, station.serial_number,
        null::bigint as building_id, null::bigint as unit_id, station.building_ids, null::text as attached_to,
        station.gateway_serial_number, station.at, station.heard_at, station.own_status, station.meters,
        gateway.serial_number as explained_by, 'gateway' as explained_by_type
      from station
      left join down gateway on station.device_type = 'router' and gateway.device_type = 'gateway'
        and gateway.property_id = station.property_id and gateway.device_id = station.gateway_id
        and ${explains("gateway", "station")}
      union all
      select seated.property_id, 'meter', seated.meter_id, seated.serial_number, seated.building_id, seated.unit_id,
        array[seated.building_id], seated.attached_to, seated.gateway_serial_number, seated.at, seated.heard_at, seated.own_status, null,
        coalesce(gateway.serial_number, router.serial_number),
        case when gateway.serial_number is not null then 'gateway' else 'router' end
      from seated
      left join down gateway on gateway.device_type = 'gateway' and gateway.property_id = seated.property_id
        and gateway.device_id = seated.gateway_id and ${explains("gateway", "seated")}
      left join down router on router.device_type = 'router' and router.property_id = seated.property_id
        and router.device_id = seated.router_id and ${explains("router", "seated")}
    ),
    devices as (
      select judged.property_id, judged.device_type, judged.device_id, judged.serial_number, judged.building_id,
        judged.unit_id, judged.building_ids, judged.attached_to, judged.heard_at, judged.meters,
        judged.gateway_serial_number, judged.explained_by,
        case when judged.explained_by is not null then judged.explained_by_type end as explained_by_type,
        case when judged.explained_by is not null then 'delayed' else judged.own_status end as status,
        case when judged.own_status = 'online' then 0
          else floor(extract(epoch from judged.at - judged.heard_at) / 86400)::int end as days_offline
      from judged
    )`;
}
