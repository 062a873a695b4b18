import { type RawBuilder, sql } from "kysely";
import { millsOfDay, pricesOfDay } from "../../costs/day-prices.ts";
import { servedAt } from "../../metering/cases/served-at.ts";
import { allMeterDays } from "../../query/meter-days.ts";
import { optimizationFence } from "../../query/optimization-fence.ts";
import { lastMeasured } from "../../reporting/leak-definitions.ts";
import { localMidnight } from "../../time/local-midnight.ts";

/** Beyond so many days after a leak's end, what else would have happened is unknown. */
const SAVED_DAYS = 30;

const zone = sql`one.time_zone`;
const localDay = (instant: RawBuilder<unknown>) => sql`((${instant}) at time zone ${zone})::date`;
const savedUntil = sql`one.ended_at + ${SAVED_DAYS} * interval '1 day'`;

/** SQL: `one`, a row of leak_cases, may have saved water on a day of `period`. */
export const mayHaveSaved = sql`(one.state in ('verified', 'ended') and one.gallons_per_day > 0
  and one.ended_at < period.ends_at and ${savedUntil} > period.starts_at)`;

/** SQL: until when a meter was seen on a day of which hours are missing, `newest`: what was noted when they were dropped. */
const seenOnDay = sql`case when newest.day >= one.hours_from is not false then (
      select ${lastMeasured(zone)} from all_meter_days seen
      where seen.property_id = one.property_id and seen.meter_id = meter.meter_id and seen.day = newest.day
        ${allMeterDays.inMonths("seen", sql`newest.day`, sql`newest.day`)}
    ) else coalesce((
      select noted.last_seen_at from device_days noted
      where noted.property_id = one.property_id and noted.device = 'meter' and noted.device_id = meter.meter_id
        and noted.day = newest.day
    ), ${localMidnight(sql`newest.day + 1`, zone)}) end`;

/** SQL: until when a meter was seen on days that were dropped: up to their end, if it was seen since. */
const seenOnDroppedDays = sql`case when one.days_from > one.seen_from then least(
      ${localMidnight(sql`one.days_from`, zone)},
      greatest(
        (select max(known.last_seen_at) from installed_meters known
          where known.property_id = one.property_id and known.meter_id = meter.meter_id),
        (select noted.last_seen_at from device_days noted
          where noted.property_id = one.property_id and noted.device = 'meter' and noted.device_id = meter.meter_id
            and noted.last_seen_at is not null
          order by noted.day desc limit 1))
    ) end`;

/**
 * SQL: rows for the days on which a case saved water, in stretches of days of one price, month and `breaks`: property_id,
 * case_id, day (one of the stretch, or before it), hours, volume in thousandths of a gallon, and millionths of a dollar, all
 * three unrounded. It saves what it lost in a day, from the later of its end and its fix on, for 30 days after its end and
 * until something was last measured at the places of its meters, by them or by those that replaced them: without data nobody
 * knows whether the leak is back.
 * @param cases rows of leak_cases with their time_zone, verified or ended
 * @param days SQL over `one`, a row of these: the first and the last day of a period; other days are left out, unless
 * `isAll`: then they are in other stretches
 */
export function savedDays(
  cases: RawBuilder<unknown>,
  now: Date,
  days?: { first: RawBuilder<unknown>; last: RawBuilder<unknown>; isAll: boolean },
): RawBuilder<unknown> {
  const wanted = days === undefined || days.isAll ? { first: sql`null`, last: sql`null` } : days;
  return sql`
    select one.property_id, one.case_id, one.day, one.hours, one.volume, one.volume * ${millsOfDay} as millionths
    from (
      with span as materialized (
        select one.*, greatest(${localDay(sql`one.saved_from`)}, one.wanted_from) as first_day,
          least(${localDay(sql`one.saved_until - interval '1 microsecond'`)}, one.wanted_to) as last_day
        from (
          select one.property_id, one.id as case_id, one.unit_id, one.time_zone, one.gallons_per_day, one.saved_from,
            one.period_from, one.period_to, one.wanted_from, one.wanted_to,
            least(${now}::timestamptz, ${savedUntil}, coalesce(seen.at, one.over_at)) as saved_until
          from (
            select one.*, greatest(one.ended_at, case when one.state = 'verified' then one.fixed_at end) as saved_from,
              ${localDay(sql`one.ended_at`)} as seen_from, ${localDay(savedUntil)} as seen_to,
              ${days?.first ?? sql`null`}::date as period_from, ${days?.last ?? sql`null`}::date as period_to,
              ${wanted.first}::date as wanted_from, ${wanted.last}::date as wanted_to,
              properties.hours_from, properties.days_from
            from ${cases} one
            join properties on properties.id = one.property_id
            where one.state in ('verified', 'ended') and one.gallons_per_day > 0
            ${optimizationFence}
          ) one
          cross join lateral (
            select max(least(last.at, meter.ended_at)) filter (where meter.began_at is null or last.at > meter.began_at) as at
            from (
              select distinct service.meter_id, service.began_at, service.ended_at
              from unnest(one.meter_ids, one.leak_starts) as leak (meter_id, started_at)
              cross join lateral ${servedAt(sql`one.property_id`, sql`leak.meter_id`, sql`leak.started_at`)} served
              join meter_services service on service.property_id = one.property_id and service.point_id = served.point_id
                and (service.ended_at is null or service.ended_at > one.ended_at)
            ) meter
            cross join lateral (
              -- Only where hours of a wanted day are missing are they read, which takes longer in a packed month.
              select coalesce(max(case when newest.has_all_hours then ${localMidnight(sql`newest.day + 1`, zone)}
                when newest.day > one.wanted_to then ${localMidnight(sql`newest.day`, zone)}
                else ${seenOnDay} end), ${seenOnDroppedDays}) as at
              from (
                select seen.day, seen.has_all_hours from all_meter_days seen
                where seen.property_id = one.property_id and seen.meter_id = meter.meter_id
                  and seen.day between one.seen_from and least(one.seen_to, ${localDay(sql`meter.ended_at`)})
                  and seen.hours_measured > 0
                  ${allMeterDays.inMonths("seen", sql`one.seen_from`, sql`one.seen_to`)}
                order by seen.day desc limit 1
              ) newest
            ) last
          ) seen
        ) one
        where one.saved_until > one.saved_from
      ), zone as materialized (
        select time_zone, min(first_day) as first_day, max(last_day) as last_day from span group by time_zone
      ), stretch as materialized (
        select one.*, ${localMidnight(sql`one.day`, zone)} as starts_at, ${localMidnight(sql`one.next_day`, zone)} as ends_at
        from (
          select one.time_zone, one.day, lead(one.day) over (partition by one.time_zone order by one.day) as next_day
          from (
            select time_zone, first_day as day from zone
            union select time_zone, last_day + 1 from zone
            union select zone.time_zone, month::date
              from zone
              cross join generate_series(date_trunc('month', zone.first_day::timestamp), zone.last_day, interval '1 month') month
            union select span.time_zone, broken.day
              from (select distinct time_zone, period_from, period_to from span) span
              cross join lateral (values (span.period_from), (span.period_to + 1)) broken (day)
            union select zone.time_zone, priced.day
              from zone cross join (
                select first_day as day, last_day as until from unit_prices
                where property_id = any((select array_agg(property_id) from span)::bigint[])
                union select first_day, last_day from organization_prices
              ) price (first_day, until)
              cross join lateral (
                values (price.first_day), (case when price.until < zone.last_day then price.until + 1 end)) priced (day)
          ) one
          join zone on zone.time_zone = one.time_zone and one.day between zone.first_day and zone.last_day + 1
        ) one
        where one.next_day is not null
      )
      select counted.*, counted.gallons_per_day::numeric / 24 * counted.hours as volume
      from (
        select span.*, stretch.day, extract(epoch from
          least(span.saved_until, stretch.ends_at) - greatest(span.saved_from, stretch.starts_at)) / 3600 as hours
        from span
        join stretch on stretch.time_zone = span.time_zone
          and stretch.day <= span.last_day and stretch.next_day > span.first_day and span.first_day <= span.last_day
        ${optimizationFence}
      ) counted
      -- Hours and volumes are calculated once.
      ${optimizationFence}
    ) one
    ${pricesOfDay(sql`one.day`)}`;
}
