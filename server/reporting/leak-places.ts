import { type RawBuilder, sql } from "kysely";
import type { WithinPeriod } from "../query/chosen-properties.ts";
import { leakKindsOf, leakOf, leakTypeOf, runsInPeriod } from "./leaking-units.ts";

/**
 * SQL: a row for each place with leak gallons in its property's days: a unit, or a meter that belongs to none. Columns
 * property_id, unit_id, meter_id, place_key (of the two the one that there is, meters negative), toilet_leak, heater_leak,
 * other_leak, leak_days, first_leak_day, last_leak_day. Only days with leak gallons are visited, in their own index.
 * Expects a CTE `period`.
 */
export function leakingPlaces(within: WithinPeriod): RawBuilder<unknown> {
  return sql`
    select period.property_id, of_unit.unit_id, null::bigint as meter_id, of_unit.unit_id as place_key,
      of_unit.toilet_leak, of_unit.heater_leak, of_unit.other_leak,
      of_unit.leak_days, of_unit.first_leak_day, of_unit.last_leak_day
    from period
    -- Property by property: many small sums are cheaper than a large one.
    cross join lateral (
      select leaking.unit_id, sum(leaking.toilet_leak)::bigint as toilet_leak,
        sum(leaking.heater_leak)::bigint as heater_leak, sum(leaking.other_leak)::bigint as other_leak,
        count(*) as leak_days, min(leaking.day) as first_leak_day, max(leaking.day) as last_leak_day
      from unit_days leaking
      where leaking.property_id = period.property_id and ${within("period", "leaking.day")}
        and ${leakOf("leaking")} > 0
      group by leaking.unit_id
    ) of_unit
    union all
    select common.property_id, null, common.meter_id, -common.meter_id, 0, 0, sum(leaking.leak_total)::bigint,
      count(*), min(leaking.day), max(leaking.day)
    from (
      select distinct period.property_id, period.start_date, period.end_date, leak.meter_id
      from period join leaks leak on leak.property_id = period.property_id
      where leak.unit_id is null and not leak.suspected and ${runsInPeriod}
    ) common
    join meter_days leaking on leaking.property_id = common.property_id and ${within("common", "leaking.day")}
      and leaking.meter_id = common.meter_id and leaking.leak_total > 0
    group by common.property_id, common.meter_id`;
}

/** What leaks of a kind are called, and the columns about them. */
const KINDS = [
  { kind: "toilet leak", of: "toilet" },
  { kind: "water heater", of: "heater" },
  { kind: "other leak", of: "other" },
] as const;

/**
 * SQL: the places with a leak that runs in the period or goes on now, with the run of these leaks, of each kind by itself
 * (toilet_began_at, heater_began_at, other_began_at and so on): began_at, ended_at and goes_on of those in the period,
 * active_since of those that go on now. What is only suspected is no leak.
 * @param listed of the properties in the rows of this name alone; null: of all
 */
export function leakRuns(listed: string | null): RawBuilder<unknown> {
  const among = listed === null ? sql`` : sql`and period.property_id in (select property_id from ${sql.ref(listed)})`;
  const ofKinds = KINDS.map(
    ({ kind, of }) => sql`
      min(leak.started_at) filter (where leak.kind = ${kind} and ${runsInPeriod}) as ${sql.ref(`${of}_began_at`)},
      max(leak.ended_at) filter (where leak.kind = ${kind} and ${runsInPeriod}) as ${sql.ref(`${of}_ended_at`)},
      bool_or(leak.ended_at is null) filter (where leak.kind = ${kind} and ${runsInPeriod}) as ${sql.ref(`${of}_goes_on`)},
      min(leak.started_at) filter (where leak.kind = ${kind} and leak.ended_at is null)
        as ${sql.ref(`${of}_active_since`)}`,
  );
  return sql`
    select leak.property_id, leak.unit_id, case when leak.unit_id is null then leak.meter_id end as meter_id,
      coalesce(leak.unit_id, -leak.meter_id) as place_key,
      min(leak.started_at) filter (where leak.ended_at is null) as active_since, ${sql.join(ofKinds)}
    from period
    -- Those that go on and those that ended each in their part of the index.
    cross join lateral (
      select * from leaks where leaks.property_id = period.property_id and leaks.ended_at is null
      union all
      select * from leaks where leaks.property_id = period.property_id and leaks.ended_at > period.starts_at
        and leaks.started_at < period.ends_at
    ) leak
    where not leak.suspected ${among}
    group by 1, 2, 3, 4`;
}

/** SQL: the places of the rows of `runs` whose leak goes on now and which have no row among `leaking`. */
export function silentPlaces(leaking: string, runs: string): RawBuilder<unknown> {
  return sql`
    select silent.property_id, silent.unit_id, silent.meter_id, silent.place_key,
      0::bigint as toilet_leak, 0::bigint as heater_leak, 0::bigint as other_leak,
      0::bigint as leak_days, null::date as first_leak_day, null::date as last_leak_day
    from ${sql.ref(runs)} silent
    where silent.active_since is not null and not exists (
      select from ${sql.ref(leaking)} known
      where known.property_id = silent.property_id and known.place_key = silent.place_key)`;
}

/**
 * SQL: the rows named `listed`, places, with the days of their property's period, leak_kinds, leak_type,
 * leak_start_date, leak_end_date (null: it goes on) and is_active. The kinds are those with leak gallons in the period,
 * and the run is that of leaks of these kinds. A place without leak gallons in the period shows the leaks that go on
 * now.
 * @param runs name of rows of leakRuns
 */
export function withRun(listed: string, runs: string): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  const local = (instant: RawBuilder<unknown>) => sql`((${instant}) at time zone period.time_zone)::date`;
  const isLeaking = sql`known.gallons_leaked > 0`;
  const ofKinds = (column: string) =>
    sql.join(
      KINDS.map(
        ({ of }) => sql`case when ${sql.ref(`${listed}.${of}_leak`)} > 0 then ${sql.ref(`run.${of}_${column}`)} end`,
      ),
    );
  const activeKinds = sql.join(
    KINDS.map(({ kind, of }) => sql`case when ${sql.ref(`run.${of}_active_since`)} is not null then ${kind}::text end`),
  );
  return sql`
    select known.*, ${leakTypeOf(sql`known.leak_kinds`)} as leak_type,
      period.time_zone, period.start_date, period.end_date, period.starts_at, period.ends_at,
      coalesce(${local(sql`case when ${isLeaking} then known.began_at else known.active_since end`)},
        known.first_leak_day) as leak_start_date,
      case when ${isLeaking} and not known.goes_on then
        coalesce(${local(sql`known.ended_at - interval '1 microsecond'`)}, known.last_leak_day) end as leak_end_date,
      not ${isLeaking} or known.goes_on as is_active
    from (
      select ${rows}.*, least(${ofKinds("began_at")}) as began_at, greatest(${ofKinds("ended_at")}) as ended_at,
        run.active_since, true = any(array[${ofKinds("goes_on")}]) is true as goes_on,
        case when ${rows}.gallons_leaked > 0 then ${leakKindsOf(listed)}
          else array_remove(array[${activeKinds}], null) end as leak_kinds
      from ${rows}
      left join ${sql.ref(runs)} run on run.property_id = ${rows}.property_id and run.place_key = ${rows}.place_key
    ) known
    join period on period.property_id = known.property_id`;
}
