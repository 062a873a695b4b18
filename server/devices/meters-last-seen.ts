import { sql } from "kysely";
import { hasData, newestOf } from "../metering/last-seen/last-seen-day.ts";
import { allMeterDays } from "../query/meter-days.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import { localMidnight } from "../time/local-midnight.ts";

/**
 * SQL: when the meter was last seen on the day of `seen`, a row of meter_days, never after the instant of `serving`.
 * Where its hours were archived, the last of them was stored if no data followed; else it is the day's end.
 */
const seenAt = sql`(select least(serving.at, coalesce(newest.at,
    (select noted.last_seen_at from device_days noted
      where noted.property_id = seen.property_id and noted.device = 'meter' and noted.device_id = seen.meter_id
        and noted.day = seen.day),
    ${localMidnight(sql`seen.day + 1`, sql`serving.time_zone`)}))
  from (select ${newestOf("seen", sql`serving.time_zone`)}) newest (at))`;

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
  (select ${seenAt}
    from (
      select seen.day from all_meter_days seen
      where seen.property_id = serving.property_id and seen.meter_id = serving.meter_id and seen.day <= serving.day
        and ${hasData("seen")}
      order by seen.day desc limit 1
    ) last
    cross join lateral (
      select * from all_meter_days seen
      where seen.property_id = serving.property_id and seen.meter_id = serving.meter_id and seen.day = last.day
        ${allMeterDays.inMonths("seen", sql`last.day`, sql`last.day`)}
      ${optimizationFence}
    ) seen),
  ${seenBeforeKept})`;
