import { type RawBuilder, sql } from "kysely";
import type { WithinPeriod } from "./chosen-properties.ts";
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

/**
 * SQL: the places with a leak that runs in the period or goes on now, a row for each `kind` of leak, with the run of these
 * leaks: began_at, ended_at and goes_on of those in the period, active_since of those that go on now. What is only
 * suspected is no leak.
 * @param listed of the properties in the rows of this name alone; null: of all
 */
export function leakRuns(listed: string | null): RawBuilder<unknown> {
  const among = listed === null ? sql`` : sql`and period.property_id in (select property_id from ${sql.ref(listed)})`;
  return sql`
    select leak.property_id, leak.unit_id, case when leak.unit_id is null then leak.meter_id end as meter_id,
      coalesce(leak.unit_id, -leak.meter_id) as place_key, leak.kind,
      min(leak.started_at) filter (where ${runsInPeriod}) as began_at,
      max(leak.ended_at) filter (where ${runsInPeriod}) as ended_at,
      coalesce(bool_or(leak.ended_at is null) filter (where ${runsInPeriod}), false) as goes_on,
      min(leak.started_at) filter (where leak.ended_at is null) as active_since
    from period join leaks leak on leak.property_id = period.property_id
    where not leak.suspected and (${runsInPeriod} or leak.ended_at is null) ${among}
    group by 1, 2, 3, 4, 5`;
}

/** SQL: the places of the rows of `runs` where a leak goes on now and which have no row among `leaking`. */
export function silentPlaces(leaking: string, runs: string): RawBuilder<unknown> {
  return sql`
    select distinct silent.property_id, silent.unit_id, silent.meter_id, silent.place_key,
      0::bigint as toilet_leak, 0::bigint as heater_leak, 0::bigint as other_leak,
      0::bigint as leak_days, null::date as first_leak_day, null::date as last_leak_day
    from ${sql.ref(runs)} silent
    where silent.active_since is not null and not exists (
      select from ${sql.ref(leaking)} known
      where known.property_id = silent.property_id and known.place_key = silent.place_key)`;
}

/**
 * SQL: the rows named `listed`, places, with the days of their property's period, leak_kinds, leak_type, leak_start_date,
 * leak_end_date (null: it goes on) and is_active. The kinds are those with leak gallons in the period, and the run is that
 * of leaks of these kinds. A place that was silent in the period shows the leaks that go on now.
 * @param runs name of rows of leakRuns
 */
export function withRun(listed: string, runs: string): RawBuilder<unknown> {
  const rows = sql.ref(listed);
  const local = (instant: RawBuilder<unknown>) => sql`((${instant}) at time zone period.time_zone)::date`;
  const isLeaking = sql`known.gallons_leaked > 0`;
  return sql`
    select known.*, ${leakTypeOf(sql`known.leak_kinds`)} as leak_type,
      period.time_zone, period.start_date, period.end_date, period.starts_at, period.ends_at,
      coalesce(${local(sql`case when ${isLeaking} then known.began_at else known.active_since end`)},
        known.first_leak_day) as leak_start_date,
      case when ${isLeaking} and not known.goes_on then
        coalesce(${local(sql`known.ended_at - interval '1 microsecond'`)}, known.last_leak_day) end as leak_end_date,
      not ${isLeaking} or known.goes_on as is_active
    from (
      select ${rows}.*, run.began_at, run.ended_at, run.active_since, coalesce(run.goes_on, false) as goes_on,
        case when ${rows}.gallons_leaked > 0 then ${leakKindsOf(listed)} else run.kinds end as leak_kinds
      from ${rows}
      left join (
        select place.property_id, place.place_key, min(run.began_at) as began_at, max(run.ended_at) as ended_at,
          bool_or(run.goes_on) as goes_on, min(run.active_since) as active_since, array_agg(run.kind) as kinds
        from ${rows} place
        join ${sql.ref(runs)} run on run.property_id = place.property_id and run.place_key = place.place_key
        where case when place.gallons_leaked > 0 then run.kind = any(${leakKindsOf("place")})
          else run.active_since is not null end
        group by place.property_id, place.place_key
      ) run on run.property_id = ${rows}.property_id and run.place_key = ${rows}.place_key
    ) known
    join period on period.property_id = known.property_id`;
}
