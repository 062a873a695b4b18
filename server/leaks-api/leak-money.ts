import { type RawBuilder, sql } from "kysely";
import { millsOf } from "../costs/price-of-day.ts";
import { lastDays, lastLeaked } from "../metering/cases/last-leaked.ts";
import { allMeterDays } from "../query/meter-days.ts";
import { optimizationFence } from "../query/optimization-fence.ts";

/** SQL: the price of a gallon on a day where `listed` is, in thousandths of a dollar. */
const millsOnDay = (day: RawBuilder<unknown>) =>
  millsOf({ propertyId: sql`listed.property_id`, unitId: sql`listed.unit_id`, day });

/**
 * SQL: what the leak `listed` cost: leak gallons of each of its days times the price of that day, exactly, in millionths of
 * a dollar. What it lost on days that are no longer kept is priced by its first day.
 */
const cost = sql`
  select coalesce(sum(leaked * (mills - first_mills)), 0) + listed.gallons_total * first_mills as millionths
  from (select ${millsOnDay(sql`listed.first_day`)} as first_mills) first
  left join lateral (
    select leak_total as leaked, ${millsOnDay(sql`known.day`)} as mills
    from (
      select known.day, known.leak_total from all_meter_days known
      where known.property_id = listed.property_id and known.meter_id = listed.meter_id
        and known.day between listed.first_day and listed.last_day and known.leak_total > 0
        ${allMeterDays.inMonths("known", sql`listed.first_day`, sql`listed.last_day`)}
      ${optimizationFence}
    ) known
  ) leaking on true
  group by first_mills`;

/** SQL: thousandths of a gallon that `listed` lost in an hour over its last measured hours; null: none is kept. */
const rate = sql`
  select coalesce(listed.last_leaked::numeric / listed.last_hours, (
    select last.leaked::numeric / nullif(last.hours, 0) from (${lastLeaked}) last
  )) as rate`;

/**
 * SQL: the rows of the CTE named, rows of `known`, with what the leak loses in an hour, in thousandths of a gallon, and what it
 * cost, in dollars, rounded once.
 */
export function withMoney(rows: string, now: Date): RawBuilder<unknown> {
  return sql`
    select listed.*, round(cost.millionths / 1000000, 2) as leak_cost, round(lost.rate) as gallons_per_hour
    from (
      select *, (started_at at time zone time_zone)::date as first_day,
        coalesce(((ended_at - interval '1 microsecond') at time zone time_zone)::date, 'infinity') as last_day, ${lastDays}
      from (select *, coalesce(stopped_at, ${now}::timestamptz) as until from ${sql.ref(rows)}) stopped
      ${optimizationFence}
    ) listed
    cross join lateral (${cost}) cost
    left join lateral (${rate}) lost on not listed.suspected`;
}
