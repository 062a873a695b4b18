import { type RawBuilder, sql } from "kysely";
import { millsOf } from "../costs/price-of-day.ts";
import { lastDays, lastLeaked } from "../metering/cases/last-leaked.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import { localMidnight } from "../time/local-midnight.ts";

/** Water counts as saved for so long after a leak stopped: beyond, what else would have happened is unknown. */
const SAVED_DAYS = 30;
/** A leak that starts this soon after an end is the same one; until then the end is not certain. */
const TOO_EARLY = sql`interval '24 hours'`;

const savedAtMost = sql`${SAVED_DAYS} * interval '1 day'`;

/** SQL: the day of an instant at a leak's property. */
const localDay = (instant: RawBuilder<unknown>) => sql`((${instant}) at time zone time_zone)::date`;

/**
 * SQL: thousandths of a gallon that `listed` lost in an hour over its last measured hours; null: none is kept. Of a leak that
 * ended it is kept with it.
 */
export const rate = sql`
  select coalesce(listed.last_leaked::numeric / listed.last_hours, (
    select last.leaked::numeric / nullif(last.hours, 0) from (${lastLeaked}) last
  )) as rate`;

/** SQL: end of the last measured hour of the meter of `listed`; null: none is kept. */
const lastSeen = sql`
  select case when past.gallons[past.hours] is not null then ${localMidnight(sql`past.day + 1`, sql`listed.time_zone`)}
    else ${localMidnight(sql`past.day`, sql`listed.time_zone`)} + interval '1 hour' * (
      select max(slot) from generate_series(1, past.hours) slot where past.gallons[slot] is not null) end as at
  from meter_days past
  where past.property_id = listed.property_id and past.meter_id = listed.meter_id
    and past.day between listed.seen_from and listed.seen_to
    and past.hours_measured > 0
  order by past.day desc limit 1`;

/**
 * SQL: the rows of the CTE named, rows of `known`, with their outcome: `until`, when they stopped or, where they go on,
 * now; first_day and last_day; rate_from and rate_to, the days that `rate` covers; saved_until and saved_hours, how
 * long water has been saved: since the leak stopped, up to 30 days, until it recurred, and only until the meter was
 * last seen, as nothing is known without data; and `outcome`.
 */
export function whatBecame(rows: string, now: Date): RawBuilder<unknown> {
  return sql`
    select listed.*, saving.until as saved_until,
      extract(epoch from saving.until - listed.stopped_at) / 3600 as saved_hours,
      case when listed.ran_on or listed.came_back_at < listed.stopped_at + ${savedAtMost} then 'came_back'
        when saving.until >= listed.stopped_at + ${TOO_EARLY} then 'held'
        when listed.stopped_at is not null then 'too_early' end as outcome
    from (
      select *, ${localDay(sql`started_at`)} as first_day,
        coalesce(${localDay(sql`ended_at - interval '1 microsecond'`)}, 'infinity') as last_day,
        ${lastDays}, ${localDay(sql`stopped_at`)} as seen_from,
        ${localDay(sql`stopped_at + ${SAVED_DAYS + 1} * interval '1 day'`)} as seen_to
      from (select *, coalesce(stopped_at, ${now}::timestamptz) as until from ${sql.ref(rows)}) stopped
      ${optimizationFence}
    ) listed
    left join lateral (${lastSeen}) seen on listed.stopped_at is not null
    left join lateral (
      select greatest(listed.stopped_at, least(${now}::timestamptz, seen.at, listed.came_back_at,
        listed.stopped_at + ${savedAtMost})) as until
      where seen.at is not null
    ) saving on listed.stopped_at is not null`;
}

/** SQL: what the leak `listed`, of the rate `lost`, saved: thousandths of a gallon, unrounded. */
export const savedVolume = sql`(lost.rate * listed.saved_hours)`;

/** SQL: the same in millionths of a dollar, unrounded, by the price of the day on which it stopped. */
export const savedMillionths = sql`(${savedVolume} * ${millsOnDay(sql`listed.rate_to`)})`;

/** SQL: the price of a gallon on a day where `listed` is, in thousandths of a dollar. */
export function millsOnDay(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return millsOf({ propertyId: sql`listed.property_id`, unitId: sql`listed.unit_id`, day });
}
