import { type RawBuilder, sql } from "kysely";
import { millsOnDay, rate, savedMillionths, savedVolume, whatBecame } from "./what-became.ts";

/**
 * SQL: what the leak `listed` cost: leak gallons of each of its days times the price of that day, exactly, in millionths of
 * a dollar. What it lost on days that are no longer kept is priced by its first day.
 */
const cost = sql`
  select coalesce(sum(leaked * (mills - first_mills)), 0) + listed.gallons_total * first_mills as millionths
  from (select ${millsOnDay(sql`listed.first_day`)} as first_mills) first
  left join lateral (
    select leak_total as leaked, ${millsOnDay(sql`meter_days.day`)} as mills
    from meter_days
    where meter_days.property_id = listed.property_id and meter_days.meter_id = listed.meter_id
      and meter_days.day between listed.first_day and listed.last_day and meter_days.leak_total > 0
  ) leaking on true
  group by first_mills`;

/**
 * SQL: the rows of the CTE named, with what the leak loses in an hour, what it cost, what became of it since it stopped,
 * and what that saved: see whatBecame. Volumes in thousandths of a gallon, money in dollars, rounded once.
 */
export function withMoney(rows: string, now: Date): RawBuilder<unknown> {
  return sql`
    select listed.*, round(cost.millionths / 1000000, 2) as leak_cost,
      round(lost.rate) as gallons_per_hour,
      round(${savedVolume}) as saved_gallons,
      round(${savedMillionths} / 1000000, 2) as saved_dollars
    from (${whatBecame(rows, now)}) listed
    cross join lateral (${cost}) cost
    left join lateral (${rate}) lost on not listed.suspected`;
}
