import { type RawBuilder, sql } from "kysely";
import { optimizationFence } from "../query/optimization-fence.ts";
import { localMidnight } from "../time/local-midnight.ts";

/**
 * SQL: rows (property_id, time_zone, newest_at) for a CTE `newest`: the end of the last day on which anything was read of
 * each property of `properties`, a table expression with property_id and time_zone. null: nothing was ever.
 */
export function newestReadings(properties: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select chosen.property_id, chosen.time_zone,
      ${localMidnight(sql`owner.last_reading_on + 1`, sql`chosen.time_zone`)} as newest_at
    from ${properties} chosen
    join properties owner on owner.id = chosen.property_id`;
}

/** SQL: when the last measured or covered hour of `heard`, a row of meter_days, ends; null without one. */
const lastMeasured = sql`(case
  when heard.gallons[heard.hours] is not null or (heard.covered >> (heard.hours - 1)) & 1 = 1
    then ${localMidnight(sql`heard.day + 1`, sql`newest.time_zone`)}
  else ${localMidnight(sql`heard.day`, sql`newest.time_zone`)} + interval '1 hour' * (
    select max(slot) from generate_series(1, heard.hours) slot
    where heard.gallons[slot] is not null or (heard.covered >> (slot - 1)) & 1 = 1) end)`;

/**
 * SQL: `leak`, a row of leaks, has no end, but its meter no measured hour in the 24 hours before the newest reading of
 * its property, one of the rows `newest`: it is unknown whether it goes on. It is compared with the property's reading
 * and not the clock, because where nothing at all arrives the whole page states that. So the check is whether any meter
 * measured an hour that ends 24 hours or more after the last one of the leak's, those last seen first.
 */
export const isUnconfirmed = sql<boolean>`(leak.ended_at is null and newest.newest_at is not null
  and leak.last_confirmed_at <= newest.newest_at - interval '24 hours'
  and exists (
    select from (
      select since.at, ((since.at - interval '1 hour') at time zone newest.time_zone)::date as day
      from (
        select greatest(leak.last_confirmed_at, (
          select ${lastMeasured} from meter_days heard
          where heard.property_id = leak.property_id and heard.meter_id = leak.meter_id and heard.hours_measured > 0
          order by heard.day desc limit 1)) + interval '24 hours' as at
      ) since
      ${optimizationFence}
    ) unheard
    cross join lateral (
      select seat.meter_id from seated_meters seat
      where seat.property_id = leak.property_id and seat.heard_on >= unheard.day
      order by seat.heard_at desc nulls last ${optimizationFence}
    ) other
    cross join lateral (
      select from meter_days heard
      where heard.property_id = leak.property_id and heard.meter_id = other.meter_id and heard.hours_measured > 0
        and heard.day >= unheard.day and ${lastMeasured} >= unheard.at
      limit 1
    ) later
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
