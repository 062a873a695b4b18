import { type RawBuilder, sql } from "kysely";
import type { DeviceStatus } from "../../contract/inventory/devices.ts";
import { type AsOf, asOfTable } from "../query/as-of.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import { HOUR_MS } from "../time/durations.ts";
import { localDay } from "../time/local-day.ts";
import { seenAnyDay } from "./meters-last-seen.ts";
import { METER_ONLINE_HOURS, meterDelayed, meterOnline } from "./status.ts";

/** Most devices that report have reported within this many days. */
const RECENT_DAYS = 3;

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
   * SQL, a query for meters by property_id alone, each in one row or in several: how many are `online` and `never_seen`.
   * null: they are not known without their groups.
   */
  totals: RawBuilder<unknown> | null;
  /**
   * SQL, for `from`: property_id, meter_id, building_id, unit_id (null: of the building), attached_to, gateway_id and
   * router_id (null: none), at, last_seen_at (null: never), own_status. Those that have another status than these may be
   * left out.
   */
  table(statuses: readonly DeviceStatus[] | undefined): RawBuilder<unknown>;
}

/**
 * SQL: `as_of` with the limits from which the status of meters follows. Whatever was seen on the day `fresh_on` is online:
 * it is today, but in the last hour of a day of 25 hours no day.
 */
function asOfCte(properties: readonly AsOf[]): RawBuilder<unknown> {
  const zones = new Map(properties.map((property) => [property.timeZone, property]));
  const longDays = [...zones.values()]
    .filter(({ timeZone, day, at }) => at - localDay(timeZone, day).startsAt > METER_ONLINE_HOURS * HOUR_MS)
    .map(({ timeZone }) => timeZone);
  return sql`as_of as materialized (
    select chosen.*, properties.hours_from, coalesce(properties.hours_from, '-infinity') as kept_from,
      chosen.day - ${RECENT_DAYS}::int as before_recent,
      case when chosen.time_zone = any(${longDays}::text[]) then '-infinity' else chosen.day end as fresh_on,
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

/** SQL: `meter`, a row of installed_meters, is in service at the instant of `as_of`. */
export const isServing = sql`(meter.began_at is null or meter.began_at <= as_of.at)
  and (meter.ended_at is null or meter.ended_at > as_of.at)`;

/**
 * SQL: when the newest volume of `meter` that waits in quarantine was measured, after it was last seen otherwise: it
 * counts for nothing yet, but the meter reports.
 */
const newestWaiting = sql`(
  select least(meter.at, waiting.measured_at + interval '1 minute' * coalesce(waiting.minutes, 60))
  from quarantined_readings waiting
  where waiting.property_id = meter.property_id and waiting.meter_id = meter.meter_id and waiting.decision is null
    and waiting.measured_at > meter.last_seen_at and waiting.measured_at < meter.at
  order by waiting.measured_at desc limit 1)`;

/** SQL, a query: `meter`, rows of installed_meters from `from`, with their status. */
function judged(from: RawBuilder<unknown>, seenAt: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select property_id, meter_id, building_id, unit_id, attached_to, gateway_id, router_id, at, last_seen_at,
      ${ownStatus} as own_status
    from (
      select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to, meter.gateway_id,
        meter.router_id, meter.at, meter.online_since, meter.delayed_since,
        case when meter.last_seen_at < meter.online_since then greatest(meter.last_seen_at, ${newestWaiting})
          else meter.last_seen_at end as last_seen_at
      from (
        select meter.property_id, meter.meter_id, meter.building_id, meter.unit_id, meter.attached_to,
          meter.gateway_id, meter.router_id, as_of.at, as_of.online_since, as_of.delayed_since, ${seenAt} as last_seen_at
        from as_of ${from} where ${isServing}
        ${optimizationFence}
      ) meter
      ${optimizationFence}
    ) meter`;
}

/** SQL: all meters, to follow `from as_of`. */
const allMeters = sql`join installed_meters meter on meter.property_id = as_of.property_id`;

/**
 * Most meters are online or were never seen: those are only counted. One that is late, or whose stored status does not
 * decide it, is a row of `late`.
 */
function installedNow(properties: readonly AsOf[], at: Date): InstalledMeters {
  const now = sql`${at.toISOString()}::timestamptz`;
  // What was seen by now was seen on a day up to now.
  const isOnline = sql`(meter.last_seen_on = as_of.fresh_on or meter.last_seen_at >= ${onlineSince(at)}
    and meter.last_seen_at <= ${now} and meter.last_seen_on >= (select max(kept_from) from as_of))`;
  const allKept = sql`(select count(hours_from) = 0 from as_of)`;
  const group = sql`property_id, building_id, gateway_id, router_id`;
  /** SQL: the meters of a property with a condition on the day on which they were last seen, over the index of that. */
  const seenOn = (condition: RawBuilder<unknown>) => sql`
    select * from installed_meters seen where seen.property_id = as_of.property_id and seen.last_seen_on ${condition}`;
  return {
    ctes: sql`
      ${asOfCte(properties)},
      late as materialized (${judged(
        sql`cross join lateral (
          select * from (${seenOn(sql`< as_of.fresh_on`)}
            union all ${seenOn(sql`> as_of.fresh_on`)}
            union all ${seenOn(sql`is null and not ${allKept}`)}) meter
          where ${isOnline} is not true ${optimizationFence}
        ) meter`,
        seenNow,
      )})`,
    // Property by property, over the index: all in one scan is more, with the rows of others in it.
    groups: (condition) => sql`
      select as_of.property_id, building_id, gateway_id, router_id, meters, last_seen_at, online,
        case when ${allKept} then never_seen else 0 end as never_seen
      from as_of cross join lateral (
        select building_id, gateway_id, router_id, count(*) as meters,
          max(least(last_seen_at, ${now})) filter (where last_seen_on = as_of.fresh_on or last_seen_at <= ${now})
            as last_seen_at,
          count(*) filter (where ${isOnline}) as online, count(*) - count(last_seen_on) as never_seen
        from installed_meters meter
        where meter.property_id = as_of.property_id and ${isServing} and ${condition}
        group by building_id, gateway_id, router_id ${optimizationFence}
      ) meter
      union all
      select ${group}, 0, max(last_seen_at), count(*) filter (where own_status = 'online'),
        count(*) filter (where own_status = 'unknown')
      from late where ${condition} group by ${group}`,
    // All others are online: meters without a start or end date are counted when the inventory changes.
    totals: sql`
      select as_of.property_id, endless.meters + bounded.meters - unseen.meters - coalesce(missing.meters, 0) as online,
        unseen.meters as never_seen
      from as_of
      cross join lateral (
        select coalesce(sum(span.meters), 0) as meters from service_spans span
        where span.property_id = as_of.property_id and span.began_on = '-infinity' and span.ended_on = 'infinity'
        ${optimizationFence}
      ) endless
      cross join lateral (
        select count(*) as meters from installed_meters meter
        where meter.property_id = as_of.property_id and (meter.began_at is not null or meter.ended_at is not null)
          and ${isServing} ${optimizationFence}
      ) bounded
      cross join lateral (
        select count(*) as meters from (${seenOn(sql`is null and ${allKept}`)}) meter where ${isServing}
        ${optimizationFence}
      ) unseen
      left join (select property_id, count(*) as meters from late group by property_id) missing
        on missing.property_id = as_of.property_id
      union all
      select property_id, count(*) filter (where own_status = 'online'), count(*) filter (where own_status = 'unknown')
      from late group by property_id`,
    table: (statuses) =>
      statuses === undefined || statuses.includes("online") || statuses.includes("unknown")
        ? sql`(${judged(allMeters, seenNow)})`
        : sql`late`,
  };
}

function installedAsOf(properties: readonly AsOf[]): InstalledMeters {
  return {
    ctes: sql`
      ${asOfCte(properties)},
      meter_status as materialized (${judged(allMeters, seenThen)})`,
    groups: (condition) => sql`
      select property_id, building_id, gateway_id, router_id, count(*) as meters, max(last_seen_at) as last_seen_at,
        count(*) filter (where own_status = 'online') as online, count(*) - count(last_seen_at) as never_seen
      from meter_status where ${condition} group by property_id, building_id, gateway_id, router_id`,
    totals: null,
    table: () => sql`meter_status`,
  };
}
