import { type RawBuilder, sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { allMeterDays } from "../../query/meter-days.ts";
import { optimizationFence } from "../../query/optimization-fence.ts";
import { localMidnight } from "../../time/local-midnight.ts";

/** Measured hours of a leak, the last ones, over which its rate is taken. */
export const RATE_HOURS = 24;
/** A leak whose meter stops reporting closes after 30 days, so its last measured hours are no further back. */
const RATE_REACH_DAYS = 31;

/** SQL: how many hours of a row `past` lie before an instant. */
const hoursUntil = (instant: RawBuilder<unknown>) =>
  sql`(extract(epoch from ${instant} - ${localMidnight(sql`past.day`, sql`listed.time_zone`)}) / 3600)`;

/**
 * SQL: `leaked`, the leak gallons of `listed`, a leak with its time_zone and the fenced columns rate_from and rate_to,
 * over its last measured hours before `until`, in thousandths of a gallon, and `hours`, how many these are; null and 0:
 * none is kept. Which hours of a day belong to the leak is calculated once per day.
 */
export const lastLeaked = lastLeakedOf(sql`listed.property_id`);

/**
 * The same of a property that is known: of one on one node of many, a statement may ask whatever it likes.
 * @param most SQL over `listed`: how many hours count
 */
export function lastLeakedOf(propertyId: RawBuilder<unknown>, most = sql`${RATE_HOURS}`): RawBuilder<unknown> {
  return sql`
  select sum(leaked) as leaked, count(*) as hours
  from (
    select coalesce(hour.leaked, 0) as leaked
    from all_meter_days past
    cross join lateral (
      select ceil(${hoursUntil(sql`listed.started_at`)}) as first_slot, ceil(${hoursUntil(sql`listed.until`)}) as last_slot
      ${optimizationFence}
    ) bounds
    cross join lateral unnest(past.gallons, past.leak_gallons) with ordinality as hour (gallons, leaked, slot)
    where past.property_id = ${propertyId} and past.meter_id = listed.meter_id
      and past.day between listed.rate_from and listed.rate_to
      ${allMeterDays.inMonths("past", sql`listed.rate_from`, sql`listed.rate_to`)}
      and hour.gallons is not null and hour.slot > first_slot and hour.slot <= last_slot
    order by past.day desc, hour.slot desc limit ${most}
  ) last_hours`;
}

/** SQL: the columns rate_from and rate_to of a leak with `until` and time_zone, first and last day on which its last measured hours lie. */
export const lastDays = sql`
  ((until - ${RATE_REACH_DAYS} * interval '1 day') at time zone time_zone)::date as rate_from,
  (until at time zone time_zone)::date as rate_to`;

/** Keeps with the leaks of these meters that ended what they lost in the end, once their hours are written. */
export async function noteLastLeaked(tx: Transactional, propertyId: number, meterIds: number[]): Promise<void> {
  if (meterIds.length === 0) return;
  await sql`
    update leaks set last_leaked = last.leaked, last_hours = nullif(last.hours, 0)
    from (
      select listed.meter_id, listed.started_at, last.*
      from (
        select *, ${lastDays}
        from (
          select leaks.*, time_zone, ended_at as until
          from leaks join properties on properties.id = leaks.property_id
          where leaks.property_id = ${propertyId} and meter_id = any(${meterIds}::bigint[])
            and ended_at is not null and not suspected and last_hours is null
        ) ended
        ${optimizationFence}
      ) listed
      cross join lateral (${lastLeakedOf(sql`${propertyId}::bigint`)}) last
    ) last
    where leaks.property_id = ${propertyId} and leaks.meter_id = last.meter_id
      and leaks.started_at = last.started_at`.execute(tx);
}
