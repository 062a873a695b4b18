import { type RawBuilder, sql } from "kysely";
import type { DeviceStatus } from "../../contract/inventory/devices.ts";
import { type AsOf, asOfTable } from "../query/as-of.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import { HOUR_MS } from "../time/durations.ts";
import { seenAnyDay } from "./meters-last-seen.ts";
import { METER_ONLINE_HOURS, meterDelayed, meterOnline } from "./status.ts";

/** The meters in service at the instant, in a query. */
export interface InstalledMeters {
  /** SQL: CTEs that the queries below need, `as_of` first. */
  ctes: RawBuilder<unknown>;
  /**
   * SQL, a query for meters by property_id, building_id, gateway_id and router_id (null: none), each in one row or in
   * several: how many (`meters`), of them `online` and `never_seen`, and when the newest was last seen
   * (null: none was).
   * @param condition a condition without which there are none
   */
  groups(condition: RawBuilder<unknown>): RawBuilder<unknown>;
  /**
   * SQL, for `from`: property_id, meter_id, building_id, unit_id (null: of the building), attached_to, gateway_id and
   * router_id (null: none), at, last_seen_at (null: never), own_status. Those that have another status than these may be
   * left out.
   */
  table(statuses: readonly DeviceStatus[] | undefined): RawBuilder<unknown>;
}

/** SQL: `as_of` with the limits from which the status of meters follows. */
function asOfCte(properties: readonly AsOf[]): RawBuilder<unknown> {
  return sql`as_of as materialized (
    select chosen.*, properties.hours_from, coalesce(properties.hours_from, '-infinity') as kept_from,
      chosen.at - ${meterOnline} as online_since, chosen.at - ${meterDelayed} as delayed_since
    from ${asOfTable(properties)} chosen join properties on properties.id = chosen.property_id
  )`;
}

/** SQL: the status of a meter as of the instant, a limit belonging to the better side of it. */
const ownStatus = sql`case
  when last_seen_at is null then 'unknown'
  when last_seen_at >= online_since then 'online'
  when last_seen_at >= delayed_since then 'delayed'
  else 'offline' end`;

/** A constant, so that Postgres estimates how many are late. */
const onlineSince = (at: Date) =>
  sql`${new Date(at.getTime() - METER_ONLINE_HOURS * HOUR_MS).toISOString()}::timestamptz`;

/** The meters in service, as of now from what is kept of them, else from their days. */
export function installedMeters(properties: readonly AsOf[]): InstalledMeters {
  const [first] = properties;
  return first !== undefined && properties.every(({ isNow }) => isNow)
    ? installedNow(properties, new Date(first.at))
    : installedAsOf(properties);
}

/** SQL: when the meter of `meter` was last seen by the instant of `as_of`, from its days. */
const seenThen = sql`(select ${seenAnyDay} from (
  select meter.property_id, meter.meter_id, as_of.at, as_of.time_zone, as_of.day, as_of.hours_from
  ${optimizationFence}) serving)`;

/**
 * SQL: the same as of now. A meter's stored status does not suffice where its newest day is in the future (a clock was
 * ahead) or archived, or where it was not calculated.
 */
const seenNow = sql`case
  when meter.last_seen_on >= as_of.kept_from and meter.last_seen_on <= as_of.day and meter.last_seen_at is not null
    then least(meter.last_seen_at, as_of.at)
  when meter.last_seen_on is null and as_of.hours_from is null then null
  else ${seenThen} end`;

/** SQL, a query: rows of installed_meters, as `meter` in `from`, with their status. */
function judged(from: RawBuilder<unknown>, seenAt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select property_id, meter_id, building_id, unit_id, attached_to, gateway_id, router_id, at, last_seen_at,
      ${ownStatus} as own_status
    from (
      select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to, meter.gateway_id,
        meter.router_id, as_of.at, as_of.online_since, as_of.delayed_since, ${seenAt} as last_seen_at
      from as_of join ${from} on meter.property_id = as_of.property_id
        and (meter.began_at is null or meter.began_at <= as_of.at)
        and (meter.ended_at is null or meter.ended_at > as_of.at)
      ${optimizationFence}
    ) meter`;
}

/**
 * Most meters are online or were never seen: those are only counted, by gateway and router. One that is late, or whose
 * stored status does not decide it, is a row of `late`.
 */
function installedNow(properties: readonly AsOf[], at: Date): InstalledMeters {
  const now = sql`${at.toISOString()}::timestamptz`;
  const isServing = sql`(meter.began_at is null or meter.began_at <= ${now})
    and (meter.ended_at is null or meter.ended_at > ${now})`;
  const ids = properties.map(({ propertyId }) => propertyId);
  const isChosen = sql`meter.property_id = any(${ids}::bigint[]) and ${isServing}`;
  // What was seen by now was seen on a day up to now.
  const isOnline = sql`(meter.last_seen_at >= ${onlineSince(at)} and meter.last_seen_at <= ${now}
    and meter.last_seen_on >= (select max(kept_from) from as_of))`;
  const allKept = sql`(select count(hours_from) = 0 from as_of)`;
  const group = sql`property_id, building_id, gateway_id, router_id`;
  return {
    ctes: sql`
      ${asOfCte(properties)},
      late as materialized (${judged(
        sql`(select * from installed_meters meter
          where ${isChosen} and ${isOnline} is not true and not (meter.last_seen_on is null and ${allKept})) meter`,
        seenNow,
      )})`,
    // Property by property, over the index: all in one scan is more, with the rows of others in it.
    groups: (condition) => sql`
      select as_of.property_id, building_id, gateway_id, router_id, meters, last_seen_at, online,
        case when ${allKept} then never_seen else 0 end as never_seen
      from as_of cross join lateral (
        select building_id, gateway_id, router_id, count(*) as meters,
          max(last_seen_at) filter (where last_seen_at <= ${now}) as last_seen_at,
          count(*) filter (where ${isOnline}) as online, count(*) - count(last_seen_on) as never_seen
        from installed_meters meter
        where meter.property_id = as_of.property_id and ${isServing} and ${condition}
        group by building_id, gateway_id, router_id ${optimizationFence}
      ) meter
      union all
      select ${group}, 0, max(last_seen_at), count(*) filter (where own_status = 'online'),
        count(*) filter (where own_status = 'unknown')
      from late where ${condition} group by ${group}`,
    table: (statuses) =>
      statuses === undefined || statuses.includes("online") || statuses.includes("unknown")
        ? sql`(${judged(sql`installed_meters meter`, seenNow)})`
        : sql`late`,
  };
}

function installedAsOf(properties: readonly AsOf[]): InstalledMeters {
  return {
    ctes: sql`
      ${asOfCte(properties)},
      meter_status as materialized (${judged(sql`installed_meters meter`, seenThen)})`,
    groups: (condition) => sql`
      select property_id, building_id, gateway_id, router_id, count(*) as meters, max(last_seen_at) as last_seen_at,
        count(*) filter (where own_status = 'online') as online, count(*) - count(last_seen_at) as never_seen
      from meter_status where ${condition} group by property_id, building_id, gateway_id, router_id`,
    table: () => sql`meter_status`,
  };
}
