import { type RawBuilder, sql } from "kysely";
import { AHEAD_MS } from "../time/clock.ts";
import type { InstalledMeters } from "./meter-status.ts";
import { METER_ONLINE_HOURS, stationDelayed, stationOnline, statusOf } from "./status.ts";

/**
 * SQL: when a gateway or router was last seen by its own reports, from the days with any, never after the instant;
 * null: never. Later times, stored while our clock was ahead, do not count. `table` is its row, `device` its name in
 * device_days.
 */
function ownLastSeen(table: string, device: "gateway" | "router"): RawBuilder<unknown> {
  const row = (column: string) => sql.ref(`${table}.${column}`);
  const newest = (days: RawBuilder<unknown>) => sql`(
    select least(as_of.at, reported.last_seen_at) from device_days reported
    where reported.property_id = ${row("property_id")} and reported.device = ${device}::text
      and reported.device_id = ${row("id")} and ${days}
      and reported.last_seen_at <= as_of.at + interval '1 millisecond' * ${AHEAD_MS}::int
    order by reported.day desc limit 1)`;
  // A page of the index is read as far as the days go: with a hundred of them that takes three times as long.
  return sql`greatest(
    coalesce(${newest(sql`reported.day > as_of.before_recent and reported.day <= as_of.day`)},
      ${newest(sql`reported.day <= as_of.before_recent`)}),
    case when ${row("last_seen_at")} <= as_of.at then ${row("last_seen_at")} end)`;
}

/** SQL: the meters behind each gateway or router: how many, in which buildings, when the newest was last seen. */
function behind(column: "gateway_id" | "router_id"): RawBuilder<unknown> {
  return sql`(
    select property_id, ${sql.ref(column)} as device_id, sum(meters) as meters, max(last_seen_at) as last_seen_at,
      array_agg(distinct building_id) as building_ids
    from meter_group where ${sql.ref(column)} is not null group by property_id, ${sql.ref(column)}
  )`;
}

/**
 * SQL, CTEs to follow those of the meters in service. `meter_group`: the meters by gateway and router. `station`:
 * gateways and routers with their own status and what is behind them. `down`: those of them that are offline.
 *
 * A gateway or router that never reported its own state was last seen when the newest reading of its meters was
 * measured.
 * @param wholeGroups false: where all report their own state, the meters behind them are left out, which costs less
 */
export function stations({ groups }: InstalledMeters, wholeGroups: boolean): RawBuilder<unknown> {
  const own = { seenAt: sql`own_last_seen`, at: sql`at`, online: sql`online`, delayed: stationDelayed };
  return sql`
    named as materialized (
      select gateway.property_id, 'gateway' as device_type, gateway.id as device_id, gateway.serial_number,
        gateway.id as gateway_id, as_of.at, ${stationOnline} as online,
        ${ownLastSeen("gateway", "gateway")} as own_last_seen
      from as_of join gateways gateway on gateway.property_id = as_of.property_id
      union all
      select router.property_id, 'router', router.id, router.serial_number, router.gateway_id, as_of.at,
        ${stationOnline}, ${ownLastSeen("router", "router")}
      from as_of
      join routers router on router.property_id = as_of.property_id
      join gateways gateway on gateway.property_id = router.property_id and gateway.id = router.gateway_id
    ),
    meter_group as materialized (
      ${groups(wholeGroups ? sql`true` : sql`(select count(*) > 0 from named where ${statusOf(own)} in ('unknown', 'offline'))`)}
    ),
    station_last_seen as (
      select named.*,
        coalesce(named.own_last_seen, behind_gateway.last_seen_at, behind_router.last_seen_at) as last_seen_at,
        coalesce(behind_gateway.last_seen_at, behind_router.last_seen_at) as newest_behind_at,
        coalesce(behind_gateway.meters, behind_router.meters, 0) as meters,
        coalesce(behind_gateway.building_ids, behind_router.building_ids, '{}') as building_ids
      from named
      left join ${behind("gateway_id")} behind_gateway on named.device_type = 'gateway'
        and behind_gateway.property_id = named.property_id and behind_gateway.device_id = named.device_id
      left join ${behind("router_id")} behind_router on named.device_type = 'router'
        and behind_router.property_id = named.property_id and behind_router.device_id = named.device_id
    ),
    station as materialized (
      select station_last_seen.*,
        ${statusOf({ seenAt: sql`station_last_seen.last_seen_at`, at: sql`station_last_seen.at`, online: sql`station_last_seen.online`, delayed: stationDelayed })} as own_status
      from station_last_seen
    ),
    -- Few, as a rule, and so joined to all devices.
    down as materialized (select * from station where own_status = 'offline')`;
}

/** What had no data behind a gateway or router has so long to report once that is back: a meter is online for as long. */
const back = sql`interval '1 hour' * ${METER_ONLINE_HOURS}::int`;

/**
 * SQL, a CTE `returned` to follow `station`: gateways and routers that are not offline, but were one day ago, with when
 * they were last seen before.
 */
export const stationsReturned = sql`
  returned as (
    select station.property_id, station.device_type, station.device_id, before.last_seen_at, station.newest_behind_at
    from station cross join lateral (
      select reported.last_seen_at from device_days reported
      where reported.property_id = station.property_id and reported.device = station.device_type
        and reported.device_id = station.device_id and reported.last_seen_at < station.at - ${back}
      order by reported.day desc limit 1
    ) before
    where station.own_status <> 'offline' and station.at - before.last_seen_at > ${back} + ${stationDelayed}
  )`;
