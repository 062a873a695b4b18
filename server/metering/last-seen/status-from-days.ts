import { type RawBuilder, sql } from "kysely";
import { allMeterDays } from "../../query/meter-days.ts";
import { optimizationFence } from "../../query/optimization-fence.ts";
import { hasData, newestDayColumns, newestOfDay } from "./last-seen-day.ts";

/** The number of days in the bits of `read_days`. */
export const READ_DAYS = 63;

/** A meter in a query, by SQL of its property's id, its own, and the property's time zone. */
interface MeterInQuery {
  propertyId: RawBuilder<unknown>;
  meterId: RawBuilder<unknown>;
  timeZone: RawBuilder<unknown>;
}

/** SQL: at least three quarters of the hours of a row of meter_days were measured. */
export function isReadDay(row: string): RawBuilder<unknown> {
  return sql`(${sql.ref(`${row}.hours_measured`)} * 4 >= ${sql.ref(`${row}.hours`)} * 3)`;
}

/**
 * SQL, for a lateral join: one row with a meter's status derived from its stored days, with the columns of
 * installed_meters: last_seen_on, last_seen_at, last_flow_on, read_days.
 * @param until a condition on `day`, a row of meter_days, that leaves out later ones
 * @param days how many of the last days are needed: read_days has no more bits, and last_flow_on is null where the meter had
 * water only before them. Left out: last_flow_on is looked for however far back
 */
export function statusFromDays(
  meter: MeterInQuery,
  until: RawBuilder<unknown> = sql`true`,
  days?: number,
): RawBuilder<unknown> {
  const { propertyId, meterId } = meter;
  const own = sql`day.property_id = ${propertyId} and day.meter_id = ${meterId} and ${until}`;
  const lastFlow = sql`cross join (
      select max(newest.day) as last_flow_on
      from (
        select day.day from all_meter_days day where ${own} and day.gallons_total > 0 order by day.day desc limit 1
      ) newest
    ) flow`;
  return sql`(
    select seen.last_seen_on, seen.last_seen_at, ${days === undefined ? sql`flow` : sql`read`}.last_flow_on,
      coalesce(read.days, 0) as read_days
    from (
      select max(newest.day) as last_seen_on, max(newest.last_seen_at) as last_seen_at,
        max(newest.day) - ${days ?? READ_DAYS}::int as before
      from (
        select last.day, ${newestOfDay(meter, "last")} as last_seen_at
        from (
          select ${newestDayColumns("day")} from all_meter_days day
          where ${own} and ${hasData("day")} order by day.day desc limit 1
        ) last
      ) newest ${optimizationFence}
    ) seen
    ${days === undefined ? lastFlow : sql``}
    left join lateral (
      select bit_or(1::bigint << (seen.last_seen_on - day.day)) filter (where ${isReadDay("day")}) as days,
        max(day.day) filter (where day.gallons_total > 0) as last_flow_on
      from all_meter_days day
      where ${own} and day.day <= seen.last_seen_on and day.day > seen.before
        ${allMeterDays.inMonths("day", sql`seen.before`, sql`seen.last_seen_on`)}
    ) read on true
  )`;
}
