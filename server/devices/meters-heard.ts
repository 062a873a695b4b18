import { type RawBuilder, sql } from "kysely";
import { isHeard, newestOf } from "../metering/heard-day.ts";
import { type AsOf, asOfSince, inDays, inLastDays } from "./as-of.ts";
import { METER_DELAYED_HOURS } from "./status.ts";

/** Days in which a meter was heard that is not offline; most meters have their newest reading in them. */
const RECENT_DAYS = METER_DELAYED_HOURS / 24 + 1;

/**
 * SQL: when `heard`, a row of meter_days, tells of the meter last, never after the instant of `serving`. Where its hours
 * were archived the last of them was noted if silence followed; else it was about the day's end.
 */
const heardAt = sql`(select least(serving.at, coalesce(newest.at,
    (select noted.heard_at from device_heard noted
      where noted.property_id = heard.property_id and noted.device = 'meter' and noted.device_id = heard.meter_id
        and noted.day = heard.day),
    (heard.day::timestamp at time zone serving.time_zone) + interval '1 hour' * heard.hours))
  from (select ${newestOf("heard", sql`serving.time_zone`)}) newest (at))`;

/** SQL: when the meter of `serving` was heard last before its days were archived, as it was noted then; null: never. */
const heardBeforeKept = sql`(
  select least(serving.at, noted.heard_at)
  from device_heard noted
  where noted.property_id = serving.property_id and noted.device = 'meter' and noted.device_id = serving.meter_id
    and noted.day <= serving.day and noted.day < serving.hours_from
  order by noted.day desc limit 1)`;

/**
 * SQL: when the meter of `serving` (property_id, meter_id, at, time_zone, day, hours_from) was heard last, found in its
 * days however far back; null: never.
 */
export const heardAnyDay = sql`coalesce(
  (select ${heardAt} from meter_days heard
    where heard.property_id = serving.property_id and heard.meter_id = serving.meter_id and heard.day <= serving.day
      and ${isHeard("heard")}
    order by heard.day desc limit 1),
  ${heardBeforeKept})`;

/**
 * SQL, CTEs over `as_of` that end with `meter_heard` (property_id, meter_id, point_id, at, heard_at): the meters in
 * service at the instant `at`, and when they were heard last by then; null: never. Days before the recent ones are looked
 * at only for meters that are silent in those.
 *
 * What is known of a meter is put together by grouping, not by joining these lists to each other: their lengths are
 * guessed far too low, and they would be joined row by row.
 */
export function metersHeard(properties: readonly AsOf[]): RawBuilder<unknown> {
  return sql`
    known as (
      select service.property_id, service.meter_id, as_of.at, as_of.time_zone, as_of.day,
        service.point_id, null::date as heard_on, properties.hours_from
      from as_of
      join properties on properties.id = as_of.property_id
      join meter_services service on service.property_id = as_of.property_id
      where (service.began_at is null or service.began_at <= as_of.at)
        and (service.ended_at is null or service.ended_at > as_of.at)
      union all
      select heard.property_id, heard.meter_id, as_of.at, as_of.time_zone, as_of.day, null, max(heard.day), null
      from ${asOfSince(RECENT_DAYS)} join meter_days heard on heard.property_id = as_of.property_id
      where ${inLastDays(properties, "heard.day", RECENT_DAYS)} and ${isHeard("heard")}
      group by heard.property_id, heard.meter_id, as_of.at, as_of.time_zone, as_of.day
    ),
    serving as materialized (
      select property_id, meter_id, at, time_zone, day, min(point_id) as point_id, max(heard_on) as heard_on,
        max(hours_from) as hours_from
      from known group by property_id, meter_id, at, time_zone, day
      having count(point_id) > 0
    ),
    meter_heard as materialized (
      select serving.property_id, serving.meter_id, serving.point_id, serving.at, ${heardAt} as heard_at
      from serving
      join meter_days heard on heard.property_id = serving.property_id and heard.meter_id = serving.meter_id
        and heard.day = serving.heard_on and ${inDays(properties, "heard.day", RECENT_DAYS)}
      union all
      select serving.property_id, serving.meter_id, serving.point_id, serving.at, ${heardAnyDay}
      from serving where serving.heard_on is null
    )`;
}
