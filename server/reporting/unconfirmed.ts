import { type RawBuilder, sql } from "kysely";
import { settled } from "./settled.ts";

/**
 * SQL: rows (property_id, time_zone, newest_at) for a CTE `newest`: the end of the last measured hour of each property
 * of `properties`, a table expression with property_id and time_zone. null: nothing was ever measured, or all its leaks
 * that go on were seen less than 24 hours before the end of its newest day, so that they are confirmed whatever the hour.
 */
export function newestReadings(properties: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select chosen.property_id, chosen.time_zone, latest.newest_at
    from ${properties} chosen
    cross join lateral (
      select coalesce(
        (select day from property_days
          where property_days.property_id = chosen.property_id
            and (meters_read > 0 or num_nonnulls(gallons, toilet_gallons, heater_gallons) > 0)
          order by day desc limit 1),
        -- Where no unit has ever reported there may be a building's meter.
        (select max(day) from meter_days where meter_days.property_id = chosen.property_id and hours_measured > 0)
      ) as day
      ${settled}
    ) newest
    cross join lateral (
      select newest.day, (newest.day + 1)::timestamp at time zone chosen.time_zone as ends_at ${settled}
    ) newest_day
    cross join lateral (
      select max(${lastMeasured("chosen")}) as newest_at
      from meter_days heard
      where heard.property_id = chosen.property_id and heard.day = newest_day.day and heard.hours_measured > 0
        and exists (
          select from leaks going_on
          where going_on.property_id = chosen.property_id and going_on.ended_at is null
            and going_on.last_confirmed_at <= newest_day.ends_at - interval '24 hours')
    ) latest`;
}

/** SQL: when the last measured or covered hour of `heard`, a row of meter_days, ends; null without one. */
function lastMeasured(zoned: string): RawBuilder<unknown> {
  return sql`((heard.day::timestamp at time zone ${sql.ref(`${zoned}.time_zone`)}) + interval '1 hour' * case
    when heard.gallons[heard.hours] is not null then heard.hours
    else (select max(slot) from generate_series(1, heard.hours) slot
      where heard.gallons[slot] is not null or (heard.covered >> (slot - 1)) & 1 = 1) end)`;
}

/**
 * SQL: `leak`, a row of leaks, has no end, but its meter no measured hour in the 24 hours before the newest reading of
 * its property, a row `newest`: nobody knows whether it goes on. It is held against the property's reading and not the
 * clock, because where nothing at all comes in the page says so as a whole.
 */
export const isUnconfirmed = sql<boolean>`(leak.ended_at is null and newest.newest_at is not null
  and leak.last_confirmed_at <= newest.newest_at - interval '24 hours'
  and not exists (
    select from meter_days heard
    where heard.property_id = leak.property_id and heard.meter_id = leak.meter_id and heard.hours_measured > 0
      and heard.day >= ((newest.newest_at - interval '24 hours') at time zone newest.time_zone)::date
      and ${lastMeasured("newest")} > newest.newest_at - interval '24 hours'
  ))`;

/**
 * SQL: the rows of the leak list under the name `listed` with whether all leaks of the row that go on are unconfirmed: those
 * of its kinds, and where something leaked in the period those that began by its end.
 */
export function withConfirmation(listed: string): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  return sql`
    select ${rows}.*, ${rows}.is_active and not exists (
      select from leaks leak
      join newest on newest.property_id = leak.property_id
      where leak.property_id = ${rows}.property_id and leak.unit_id is not distinct from ${rows}.unit_id
        and (${rows}.meter_id is null or leak.meter_id = ${rows}.meter_id)
        and leak.ended_at is null and not leak.suspected and not ${isUnconfirmed}
        and leak.kind = any(${rows}.leak_kinds) and (${rows}.gallons_leaked = 0 or leak.started_at < ${rows}.ends_at)
    ) as is_unconfirmed
    from ${rows}`;
}
