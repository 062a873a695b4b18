import { type RawBuilder, sql } from "kysely";
import { millsOf } from "../reporting/price-of-day.ts";
import { settled } from "../reporting/settled.ts";

/** Measured hours of the leak, the last ones, over which its rate is taken. */
const RATE_HOURS = 24;
/** A leak whose meter falls silent closes after 30 days, so its last measured hours are no further back. */
const RATE_REACH_DAYS = 31;
/** Water is called saved for so long after a leak stopped: beyond, nobody knows what else would have happened. */
const SAVED_DAYS = 30;

/** SQL: the day of an instant at a leak's property. */
const localDay = (instant: RawBuilder<unknown>) => sql`((${instant}) at time zone time_zone)::date`;

/** SQL: begin of the hour in slot `slot` (from 1) of the row `past`. */
const hourOfSlot = sql`((past.day::timestamp at time zone listed.time_zone) + (slot - 1) * interval '1 hour')`;

/** SQL: thousandths of a gallon that `listed` lost in an hour over its last measured hours; null: none is kept. */
const rate = sql`
  select avg(leaked) as rate
  from (
    select coalesce(past.leak_gallons[slot], 0) as leaked
    from meter_days past cross join generate_series(1, past.hours) slot
    where past.property_id = listed.property_id and past.meter_id = listed.meter_id
      and past.day between listed.rate_from and listed.rate_to
      and past.gallons[slot] is not null
      and ${hourOfSlot} >= listed.started_at and ${hourOfSlot} < listed.until
    order by past.day desc, slot desc limit ${RATE_HOURS}
  ) last_hours`;

/** SQL: end of the last measured hour of the meter of `listed`; null: none is kept. */
const lastHeard = sql`
  select ${hourOfSlot} + interval '1 hour' as at
  from (
    select day, hours, gallons from meter_days
    where meter_days.property_id = listed.property_id and meter_days.meter_id = listed.meter_id
      and meter_days.day between listed.heard_from and listed.heard_to
      and meter_days.hours_measured > 0
    order by day desc limit 1
  ) past cross join generate_series(1, past.hours) slot
  where past.gallons[slot] is not null
  order by slot desc limit 1`;

const millsOn = (day: RawBuilder<unknown>) =>
  millsOf({ propertyId: sql`listed.property_id`, unitId: sql`listed.unit_id`, day });

/**
 * SQL: what the leak `listed` cost: leak gallons of each of its days times the price of that day, exactly, in millionths of
 * a dollar. What it lost on days that are no longer kept is priced by its first day.
 */
const cost = sql`
  select coalesce(sum(leaked * (mills - first_mills)), 0) + listed.gallons_total * first_mills as millionths
  from (select ${millsOn(sql`listed.first_day`)} as first_mills) first
  left join lateral (
    select leak_total as leaked, ${millsOn(sql`meter_days.day`)} as mills
    from meter_days
    where meter_days.property_id = listed.property_id and meter_days.meter_id = listed.meter_id
      and meter_days.day between listed.first_day and listed.last_day and meter_days.leak_total > 0
  ) leaking on true
  group by first_mills`;

/**
 * SQL: the rows of the CTE named, with what the leak loses in an hour, what it cost, and what it saved since it stopped:
 * the rate before its end times the hours since, up to 30 days, until it came back, and only as far as the meter was
 * heard: nobody knows about a silent one. What it saved is priced by the day on which it stopped. Volumes in thousandths
 * of a gallon, money in dollars, rounded once.
 */
export function withMoney(rows: string, now: Date): RawBuilder<unknown> {
  return sql`
    select listed.*, round(cost.millionths / 1000000, 2) as leak_cost,
      round(lost.rate) as gallons_per_hour,
      saving.until as saved_until,
      round(lost.rate * saving.hours) as saved_gallons,
      round(lost.rate * saving.hours * priced.price / 1000, 2) as saved_dollars
    from (
      select *, ${localDay(sql`started_at`)} as first_day,
        coalesce(${localDay(sql`ended_at - interval '1 microsecond'`)}, 'infinity') as last_day,
        ${localDay(sql`until - ${RATE_REACH_DAYS} * interval '1 day'`)} as rate_from,
        ${localDay(sql`until`)} as rate_to, ${localDay(sql`stopped_at`)} as heard_from,
        ${localDay(sql`stopped_at + ${SAVED_DAYS + 1} * interval '1 day'`)} as heard_to
      from (select *, coalesce(stopped_at, ${now}::timestamptz) as until from ${sql.ref(rows)}) stopped
      ${settled}
    ) listed
    cross join lateral (
      select ${millsOn(sql`listed.rate_to`)} / 1000.0 as price
    ) priced
    cross join lateral (${cost}) cost
    left join lateral (${rate}) lost on not listed.suspected
    left join lateral (${lastHeard}) heard on listed.stopped_at is not null
    left join lateral (
      select until, extract(epoch from until - listed.stopped_at) / 3600 as hours
      from (select greatest(listed.stopped_at, least(${now}::timestamptz, heard.at, listed.came_back_at,
        listed.stopped_at + ${SAVED_DAYS} * interval '1 day')) as until) bounds
      where heard.at is not null
    ) saving on listed.stopped_at is not null`;
}
