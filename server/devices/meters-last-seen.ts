import { type RawBuilder, sql } from "kysely";
import { hasData, newestDayColumns, newestOfDay } from "../metering/last-seen/last-seen-day.ts";
import { allMeterDays } from "../query/meter-days.ts";
import { localMidnight } from "../time/local-midnight.ts";

/** Most meters were seen in so many days: only of the others are all packed months read. */
const RECENT_DAYS = 2;

const serving = {
  propertyId: sql`serving.property_id`,
  meterId: sql`serving.meter_id`,
  timeZone: sql`serving.time_zone`,
};

/**
 * SQL: when the meter of `serving` was last seen on the day of `last`, never after the instant of `serving`.
 * Where its hours were archived, the last of them was stored if no data followed; else it is the day's end.
 */
const seenAt = sql`(select least(serving.at, coalesce(newest.at,
    (select noted.last_seen_at from device_days noted
      where noted.property_id = serving.property_id and noted.device = 'meter' and noted.device_id = serving.meter_id
        and noted.day = last.day),
    ${localMidnight(sql`last.day + 1`, sql`serving.time_zone`)}))
  from (select ${newestOfDay(serving, "last")}) newest (at))`;

/** SQL: when the meter of `serving` was last seen before its days were archived, as stored then; null: never. */
const seenBeforeKept = sql`(
  select least(serving.at, noted.last_seen_at)
  from device_days noted
  where noted.property_id = serving.property_id and noted.device = 'meter' and noted.device_id = serving.meter_id
    and noted.day <= serving.day and noted.day < serving.hours_from
  order by noted.day desc limit 1)`;

/**
 * SQL: when the meter of `serving` (property_id, meter_id, at, time_zone, day, hours_from) was last seen, from its days
 * however far back; null: never.
 */
export const seenAnyDay = sql`coalesce(
  ${lastSeenSince(sql`serving.day - ${RECENT_DAYS}::int`)},
  ${lastSeenSince(sql`'-infinity'::date`)},
  ${seenBeforeKept})`;

/** SQL: the same from its days from one on. */
function lastSeenSince(first: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select ${seenAt}
    from (
      select ${newestDayColumns("seen")} from all_meter_days seen
      where seen.property_id = serving.property_id and seen.meter_id = serving.meter_id
        and seen.day <= serving.day and seen.day >= ${first} ${allMeterDays.inMonths("seen", first, sql`serving.day`)}
        and ${hasData("seen")}
      order by seen.day desc limit 1
    ) last)`;
}
