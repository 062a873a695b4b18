import { type RawBuilder, sql } from "kysely";
import type { LeakType } from "../../contract/reporting.ts";

/** SQL: leak volume of a row of unit_days or property_days under this alias, all kinds together. */
export function leakOf(alias: string): RawBuilder<number> {
  const row = sql.ref(alias);
  return sql<number>`(${row}.toilet_leak + ${row}.heater_leak + ${row}.other_leak)`;
}

/** SQL: of a row of unit_days the leak volume of the kinds of a place, a row with `leak_kinds`. */
export function leakOfKinds(alias: string, place: string): RawBuilder<number> {
  const row = sql.ref(alias);
  const of = (kind: string, volume: RawBuilder<unknown>) =>
    sql`case when ${kind}::text = any(${sql.ref(place)}.leak_kinds) then ${volume} else 0 end`;
  return sql<number>`(${of("toilet leak", sql`${row}.toilet_leak`)} + ${of("water heater", sql`${row}.heater_leak`)}
    + ${of("other leak", sql`${row}.other_leak`)})`;
}

const kindsOf = (toilet: RawBuilder<unknown>, heater: RawBuilder<unknown>, other: RawBuilder<unknown>) =>
  sql<string[]>`array_remove(array[
    case when ${toilet} > 0 then 'toilet leak' end,
    case when ${heater} > 0 then 'water heater' end,
    case when ${other} > 0 then 'other leak' end], null)`;

/** SQL: the kinds of leak, as an array, that an aggregate over rows of unit_days found; empty without leak gallons. */
export const leakKinds = kindsOf(
  sql`sum(unit_days.toilet_leak)`,
  sql`sum(unit_days.heater_leak)`,
  sql`sum(unit_days.other_leak)`,
);

/** SQL: the kinds of leak, as an array, of the sums toilet_leak, heater_leak and other_leak under this alias. */
export function leakKindsOf(alias: string): RawBuilder<string[]> {
  const of = (column: string) => sql.ref(`${alias}.${column}`);
  return kindsOf(of("toilet_leak"), of("heater_leak"), of("other_leak"));
}

/** SQL: what a leak of these kinds is called; null for an empty array. */
export function leakTypeOf(kinds: RawBuilder<unknown>): RawBuilder<LeakType | null> {
  return sql`(case cardinality(${kinds}) when 0 then null when 1 then (${kinds})[1] else 'hybrid leak' end)`;
}

/** SQL: `leak` runs at some time within `period`. A leak's end is the first hour that is free of it. */
export const runsInPeriod = sql`(leak.started_at < period.ends_at
  and (leak.ended_at is null or leak.ended_at > period.starts_at))`;
