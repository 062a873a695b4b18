import { type RawBuilder, sql } from "kysely";
import { DEFAULT_MILLS } from "../costs/price-of-day.ts";
import { serviceOfLeak } from "../metering/cases/served-at.ts";
import type { BedroomParams, PlaceParams, WithinPeriod } from "../query/chosen-properties.ts";
import { fromMonth } from "../query/meter-days.ts";
import { optimizationFence } from "../query/optimization-fence.ts";
import type { PeriodParams } from "../query/period.ts";
import { localMidnight } from "../time/local-midnight.ts";
import { daysAtPlace } from "./days-at-place.ts";

/*
 * What several reports call a leak, a leaking place and its run. A place is a unit, or a meter that belongs to none. The
 * CTE `period` is the period table of the chosen properties. `offset 0` is an optimization fence: behind row-level
 * security an index is searched only by plain columns, not by what is calculated from them.
 */

/** Which leaks a list is about. */
export interface LeakParams extends PlaceParams, PeriodParams, BedroomParams {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  include_active_leak?: boolean | undefined;
  only_active?: boolean | undefined;
  only_to_do?: boolean | undefined;
}

/** SQL: for `one`, a row of leak_cases that is not over, nobody reported a fix that may hold, or decided that it is no leak. */
export const needsSomebody = sql`one.state in ('open', 'acknowledged', 'assigned', 'visited', 'returned')`;

/** SQL: leak volume of a row of unit_days or property_days under this alias, all kinds together. */
export function leakOf(alias: string): RawBuilder<unknown> {
  const row = sql.ref(alias);
  return sql`(${row}.toilet_leak + ${row}.heater_leak + ${row}.other_leak)`;
}

/** SQL: what a leak of these kinds is called; null for an empty array. */
export function leakTypeOf(kinds: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(case cardinality(${kinds}) when 0 then null when 1 then (${kinds})[1] else 'hybrid leak' end)`;
}

/** SQL: `leak` runs at some time within `period`. A leak's end is the first hour that is free of it. */
export const runsInPeriod = sql`(leak.started_at < period.ends_at
  and (leak.ended_at is null or leak.ended_at > period.starts_at))`;

/**
 * SQL, a join to `known`, days at the property of `owner`: `usual`, its organization's prices of a gallon in thousandths of a
 * dollar.
 */
export function usualPrices(owner: string): RawBuilder<unknown> {
  return sql`
    left join lateral (
      select first_day, last_day, price * 1000 as mills
      from organization_prices
      where organization_id = (select organization_id from properties where id = ${sql.ref(owner)}.property_id) offset 0
    ) usual on known.day between usual.first_day and usual.last_day`;
}

/**
 * SQL, CTEs that end with `priced`: the days of each property in the period (start_date, end_date), cut where a price of
 * its organization or of one of its units begins or ends, with the price of the organization, in thousandths of a dollar.
 * So the leak gallons of a unit are multiplied by few prices, and hardly ever day by day.
 */
const pricedDays = sql`
  price_change as materialized (
    select period.property_id, change.day
    from period
    join properties on properties.id = period.property_id
    join organization_prices known on known.organization_id = properties.organization_id
    cross join lateral (values (known.first_day), (known.last_day + 1)) change (day)
    where change.day > period.start_date and change.day <= period.end_date
    union
    select period.property_id, change.day
    from period
    join unit_prices known on known.property_id = period.property_id
    cross join lateral (values (known.first_day), (known.last_day + 1)) change (day)
    where change.day > period.start_date and change.day <= period.end_date
  ),
  priced as materialized (
    select part.property_id, part.start_date, part.end_date, part.starts_at, part.ends_at,
      coalesce(usual.price * 1000, ${DEFAULT_MILLS}::numeric) as mills
    from (
      select period.property_id, period.starts_at, period.ends_at, cut.day as start_date,
        coalesce(lead(cut.day) over (partition by period.property_id order by cut.day) - 1, period.end_date) as end_date
      from period
      join (
        select property_id, start_date as day from period union all select property_id, day from price_change
      ) cut on cut.property_id = period.property_id
    ) part
    join properties on properties.id = part.property_id
    left join organization_prices usual on usual.organization_id = properties.organization_id
      and part.start_date between usual.first_day and usual.last_day
  )`;

/**
 * SQL, CTEs to follow `period`:
 * - `leaking`: a row for each place with leak gallons in its property's days;
 * - `leak_run`, where it is needed for all places: see leakRuns;
 * - `place`: the rows of `leaking`, and with `include_active_leak` the places whose leak goes on now without leak gallons
 *   in the period, with the period: property_id, unit_id, meter_id, place_key (of the two the one that there is, meters
 *   negative), gallons_leaked, leak_days, first_leak_day, last_leak_day, time_zone, start_date, end_date, starts_at,
 *   ends_at.
 * @param needs whether `leak_run` is needed for all places; and `expense`, each day's leak gallons times the price of that
 *   day, in millionths of a dollar (else null)
 */
export function leakingPlaces(
  within: WithinPeriod,
  params: LeakParams,
  needs: { runs: boolean; expense: boolean },
): RawBuilder<unknown> {
  const silent = sql`
    union all
    select silent.property_id, silent.unit_id, silent.meter_id, silent.place_key, 0, 0, null, null, 0
    from leak_run silent
    where silent.active_since is not null and not exists (
      select from leaking where leaking.property_id = silent.property_id and leaking.place_key = silent.place_key)`;
  return sql`
    ${needs.expense ? sql`${pricedDays}, ${leakingWithExpense(within)}` : leakingOnly(within)},
    ${needs.runs || params.include_active_leak ? sql`leak_run as materialized (${leakRuns(sql`period`, sql`true`)}),` : sql``}
    place as (
      select known.*, period.time_zone, period.start_date, period.end_date, period.starts_at, period.ends_at
      from (select * from leaking ${params.include_active_leak ? silent : sql``}) known
      join period on period.property_id = known.property_id
    )`;
}

/** SQL, columns: the leak gallons of a unit in some of its days, `known`. */
const unitSums = sql`known.unit_id, sum(${leakOf("known")})::bigint as gallons_leaked, count(*) as leak_days,
  min(known.day) as first_leak_day, max(known.day) as last_leak_day`;

/** SQL: the meters of no unit that leaked in the days of `period`, rows of this table, with what else it has. */
const commonMeters = (table: string, more: RawBuilder<unknown>) => sql`(
  select distinct period.property_id, period.start_date, period.end_date, ${more} leak.meter_id
  from ${sql.table(table)} period join leaks leak on leak.property_id = period.property_id
  where leak.unit_id is null and not leak.suspected and ${runsInPeriod}
)`;

/** SQL: what follows of their days, `known`, for each of them: those of their cases, as a meter may have been in a unit, too. */
const commonDays = (within: WithinPeriod) => sql`
  cross join lateral (
    select known.day, sum(known.gallons) as gallons
    from leak_cases one
    join leak_case_days known on known.property_id = one.property_id and known.case_id = one.id
    where one.property_id = common.property_id and one.place = -common.meter_id and ${within("common", "known.day")}
    group by known.day
    ${optimizationFence}
  ) known
  group by common.property_id, common.meter_id`;

function leakingOnly(within: WithinPeriod): RawBuilder<unknown> {
  return sql`
    leaking as materialized (
      select period.property_id, of_unit.unit_id, null::bigint as meter_id, of_unit.unit_id as place_key,
        of_unit.gallons_leaked, of_unit.leak_days, of_unit.first_leak_day, of_unit.last_leak_day, null::bigint as expense
      from period
      -- Property by property: many small sums are cheaper than a large one. Only days with leak gallons are visited, in
      -- their own index.
      cross join lateral (
        select ${unitSums} from unit_days known
        where known.property_id = period.property_id and ${within("period", "known.day")} and ${leakOf("known")} > 0
        group by known.unit_id
      ) of_unit
      union all
      select common.property_id, null, common.meter_id, -common.meter_id, sum(known.gallons)::bigint, count(*),
        min(known.day), max(known.day), null
      from ${commonMeters("period", sql``)} common ${commonDays(within)}
    )`;
}

/** The same with what it costs. */
function leakingWithExpense(within: WithinPeriod): RawBuilder<unknown> {
  return sql`
    leaking as materialized (
      select priced.property_id, of_unit.unit_id, null::bigint as meter_id, of_unit.unit_id as place_key,
        sum(of_unit.gallons_leaked)::bigint as gallons_leaked, sum(of_unit.leak_days)::bigint as leak_days,
        min(of_unit.first_leak_day) as first_leak_day, max(of_unit.last_leak_day) as last_leak_day,
        sum(of_unit.gallons_leaked * coalesce(own.price * 1000, priced.mills))::bigint as expense
      from priced
      cross join lateral (
        select ${unitSums} from unit_days known
        where known.property_id = priced.property_id and ${within("priced", "known.day")} and ${leakOf("known")} > 0
        group by known.unit_id
      ) of_unit
      left join unit_prices own on own.property_id = priced.property_id and own.unit_id = of_unit.unit_id
        and priced.start_date between own.first_day and own.last_day
      group by priced.property_id, of_unit.unit_id
      union all
      select common.property_id, null, common.meter_id, -common.meter_id, sum(known.gallons)::bigint, count(*),
        min(known.day), max(known.day), sum(known.gallons * common.mills)::bigint
      from ${commonMeters("priced", sql`period.mills,`)} common ${commonDays(within)}
    )`;
}

/**
 * SQL: the places with a leak case that has leak gallons in the period or is not over now. Of the first: began_at, ended_at,
 * goes_on, kinds and case_ids; of those that are not over: active_since, active_kinds and active_ids. What a case is, its
 * start and its kinds do not depend on the period.
 * @param periods rows `period` @param condition on `one`
 */
function leakRuns(periods: RawBuilder<unknown>, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const kinds = (which: RawBuilder<unknown>) =>
    sql`array_remove(array[${sql.join(
      ["toilet leak", "water heater", "other leak"].map(
        (kind) => sql`case when bool_or(${kind} = any(one.kinds)) filter (where ${which}) then ${kind}::text end`,
      ),
    )}], null)`;
  const isActive = sql`one.over_at is null`;
  return sql`
    select one.property_id, one.unit_id, case when one.unit_id is null then -one.place end as meter_id,
      one.place as place_key,
      min(one.started_at) filter (where one.leaked) as began_at, max(one.ended_at) filter (where one.leaked) as ended_at,
      bool_or(${isActive}) filter (where one.leaked) as goes_on, ${kinds(sql`one.leaked`)} as kinds,
      array_agg(one.id) filter (where one.leaked) as case_ids,
      min(one.started_at) filter (where ${isActive}) as active_since, ${kinds(isActive)} as active_kinds,
      array_agg(one.id) filter (where ${isActive}) as active_ids
    from ${periods}
    cross join lateral (
      select known.*, exists (
        select from leak_case_days
        where leak_case_days.property_id = known.property_id and leak_case_days.case_id = known.id
          and leak_case_days.day between period.start_date and period.end_date) as leaked
      from leak_cases known
      where known.property_id = period.property_id
        and (known.over_at is null or (known.started_at < period.ends_at and known.ended_at > period.starts_at))
    ) one
    where (one.leaked or ${isActive}) and ${condition}
    group by 1, 2, 3, 4`;
}

/**
 * SQL, joins to a row `place`: `run`, with leak_kinds, leak_type, leak_start_date, leak_end_date (null: it is not over),
 * case_ids and is_active: those of its cases with leak gallons in the period. A place without leak gallons in the period
 * shows the cases that are not over now.
 * @param isOfAll whether `place` is all places, of which `leak_run` is known, or few
 */
export const runOfPlace = (isOfAll: boolean) => sql`
  left join ${
    isOfAll
      ? sql`leak_run on leak_run.property_id = place.property_id and leak_run.place_key = place.place_key`
      : sql`lateral (${leakRuns(
          sql`(select place.property_id, place.start_date, place.end_date, place.starts_at, place.ends_at) period`,
          sql`one.place = place.place_key`,
        )}) leak_run on true`
  }
  cross join lateral (
    select place.gallons_leaked > 0 as leaked,
      case when place.gallons_leaked > 0 then leak_run.kinds else leak_run.active_kinds end as leak_kinds,
      case when place.gallons_leaked > 0 then leak_run.case_ids else leak_run.active_ids end as case_ids
    offset 0
  ) ran
  cross join lateral (
    select ran.leak_kinds, ran.case_ids, ${leakTypeOf(sql`ran.leak_kinds`)} as leak_type,
      not ran.leaked or leak_run.goes_on is true as is_active,
      coalesce(((case when ran.leaked then leak_run.began_at else leak_run.active_since end)
        at time zone place.time_zone)::date, place.first_leak_day) as leak_start_date,
      case when ran.leaked and leak_run.goes_on is not true then coalesce(
        ((leak_run.ended_at - interval '1 microsecond') at time zone place.time_zone)::date, place.last_leak_day) end
        as leak_end_date
    offset 0
  ) run`;

/** SQL: the local days on which a meter was at a row `place`; see daysAtPlace. */
export const daysThere = (meterId: RawBuilder<unknown>) =>
  daysAtPlace({
    propertyId: sql`place.property_id`,
    meterId,
    unitId: sql`place.unit_id`,
    timeZone: sql`place.time_zone`,
  });

/**
 * SQL, for `from`: the days of the period of a row `place`, or more, with gallons and leaked, the leak gallons; a day may come
 * twice, once with each. A place is either a unit or a meter, of which only its days outside of units and its cases there count.
 */
export const daysOfPlace = (within: WithinPeriod) => sql`(
  select day, gallons, ${leakOf("unit_days")} as leaked
  from unit_days where unit_days.property_id = place.property_id and unit_days.unit_id = place.unit_id
  union all
  select day, gallons_total, 0
  from ${within.meterDays} meter_day where meter_day.property_id = place.property_id and meter_day.meter_id = place.meter_id
    and ${within.ofMeterDay("place", "meter_day")} and ${daysThere(sql`place.meter_id`)} @> meter_day.day
  union all
  select known.day, null, known.gallons
  from leak_cases one
  join leak_case_days known on known.property_id = one.property_id and known.case_id = one.id
  where one.property_id = place.property_id and one.place = -place.meter_id
)`;

/** SQL, for `from`: the days of the cases of the `run` of a row `place`, and leaked, their leak gallons. */
export const daysOfRun = sql`(
  select day, gallons as leaked from leak_case_days
  where leak_case_days.property_id = place.property_id and leak_case_days.case_id = any(run.case_ids)
)`;

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

/** SQL: when the last measured or covered hour of `seen`, a row of meter_days, ends; null without one. */
export const lastMeasured = (timeZone: RawBuilder<unknown>) => sql`(case
  when seen.gallons[seen.hours] is not null or (seen.covered >> (seen.hours - 1)) & 1 = 1
    then ${localMidnight(sql`seen.day + 1`, timeZone)}
  else ${localMidnight(sql`seen.day`, timeZone)} + interval '1 hour' * (
    select max(slot) from generate_series(1, seen.hours) slot
    where seen.gallons[slot] is not null or (seen.covered >> (slot - 1)) & 1 = 1) end)`;

/**
 * SQL: `leak`, a row of leaks, has no end, but its meter no measured hour in the 24 hours before the newest reading of
 * its property, one of the rows `newest`: it is unknown whether it goes on. It is compared with the property's reading
 * and not the clock, because where nothing at all arrives the whole page states that. So the check is whether any meter
 * measured an hour that ends 24 hours or more after the last one of the leak's, those last seen first.
 */
export const isUnconfirmed = sql`(leak.ended_at is null and newest.newest_at is not null
  and leak.last_confirmed_at <= newest.newest_at - interval '24 hours'
  and exists (
    select from (
      select since.at, ((since.at - interval '1 hour') at time zone newest.time_zone)::date as day
      from (
        select greatest(leak.last_confirmed_at, (
          select ${lastMeasured(sql`newest.time_zone`)} from all_meter_days seen
          where seen.property_id = leak.property_id and seen.meter_id = leak.meter_id and seen.hours_measured > 0
            ${fromMonth("seen", sql`leak.last_confirmed_at at time zone newest.time_zone`)}
          order by seen.day desc limit 1)) + interval '24 hours' as at
      ) since
      offset 0
    ) deadline
    cross join lateral (
      select meter.meter_id from installed_meters meter
      where meter.property_id = leak.property_id and meter.last_seen_on >= deadline.day
      order by meter.last_seen_at desc nulls last offset 0
    ) other
    cross join lateral (
      select from all_meter_days seen
      where seen.property_id = leak.property_id and seen.meter_id = other.meter_id and seen.hours_measured > 0
        ${fromMonth("seen", sql`deadline.day`)} and seen.day >= deadline.day and ${lastMeasured(sql`newest.time_zone`)} >= deadline.at
      limit 1
    ) later
  ))`;

/**
 * SQL, a join to `newest` and rows `one` of leak_cases: `silent.is_silent`, whether nothing is known of a case that is not over:
 * the meters of its leaks without an end, or the one at the place of the leak that ended last, have no measured hour in the 24
 * hours before the newest reading of its property.
 */
export const silentCase = sql`
  cross join lateral (
    select one.over_at is null and case
      when one.ended_at is null then (
        select bool_and(${isUnconfirmed}) is true
        from unnest(one.meter_ids, one.leak_starts) as part (meter_id, started_at)
        join leaks leak on leak.property_id = one.property_id and leak.meter_id = part.meter_id
          and leak.started_at = part.started_at
        where leak.ended_at is null
      )
      else (
        select case when leak.meter_id is null then leak.last_confirmed_at <= newest.newest_at - interval '24 hours'
          else ${isUnconfirmed} end
        from (
          select last.property_id, now_there.meter_id, null::timestamptz as ended_at, one.ended_at as last_confirmed_at
          from (
            select leaks.property_id, leaks.meter_id, leaks.started_at
            from unnest(one.meter_ids, one.leak_starts) as part (meter_id, started_at)
            join leaks on leaks.property_id = one.property_id and leaks.meter_id = part.meter_id
              and leaks.started_at = part.started_at
            where leaks.ended_at = one.ended_at order by leaks.started_at, leaks.meter_id limit 1
          ) last
          left join lateral ${serviceOfLeak(sql`last`)} served on true
          -- Without its meter, or another that replaced it, nothing is measured there.
          left join meter_services now_there on now_there.property_id = last.property_id
            and now_there.point_id = served.point_id and now_there.ended_at is null
          limit 1
        ) leak
      ) is true end as is_silent
    offset 0
  ) silent`;
