import { type RawBuilder, sql } from "kysely";
import type { LeakType } from "../../contract/reporting.ts";
import type { WithinPeriod } from "./chosen-properties.ts";

/** SQL: leak volume of a row of unit_days or property_days under this alias, all kinds together. */
export function leakOf(alias: string): RawBuilder<number> {
  const row = sql.ref(alias);
  return sql<number>`(${row}.toilet_leak + ${row}.heater_leak + ${row}.other_leak)`;
}

/** SQL: the kinds of leak, as an array, that an aggregate over rows of unit_days found; empty without leak gallons. */
export const leakKinds = sql<string[]>`array_remove(array[
  case when sum(unit_days.toilet_leak) > 0 then 'toilet leak' end,
  case when sum(unit_days.heater_leak) > 0 then 'water heater' end,
  case when sum(unit_days.other_leak) > 0 then 'other leak' end], null)`;

/** SQL: what a leak of these kinds is called; null for an empty array. */
export function leakTypeOf(kinds: RawBuilder<unknown>): RawBuilder<LeakType | null> {
  return sql`(case cardinality(${kinds}) when 0 then null when 1 then (${kinds})[1] else 'hybrid leak' end)`;
}

/** SQL: `leak` runs at some time within `period`. A leak's end is the first hour that is free of it. */
export const runsInPeriod = sql`(leak.started_at < period.ends_at
  and (leak.ended_at is null or leak.ended_at > period.starts_at))`;

/**
 * SQL: a row (property_id, unit_id) for each unit with leak gallons in its property's days. It starts from the leaks
 * and looks only at the days of units that have one, so it costs by leaks, not by units. Expects a CTE `period`.
 */
export function leakingUnits(within: WithinPeriod): RawBuilder<unknown> {
  return sql`(
    select candidate.property_id, candidate.unit_id
    from (
      select distinct leak.property_id, leak.unit_id, period.start_date, period.end_date
      from period join leaks leak on leak.property_id = period.property_id
      where leak.unit_id is not null and not leak.suspected and ${runsInPeriod}
    ) candidate
    cross join lateral (
      select from unit_days
      where unit_days.property_id = candidate.property_id and unit_days.unit_id = candidate.unit_id
        and ${within("candidate", "unit_days.day")} and ${leakOf("unit_days")} > 0
      limit 1
    ) leaking_day
  )`;
}
