import { type RawBuilder, sql } from "kysely";
import { DEFAULT_MILLS } from "../costs/price-of-day.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { servicesInUnits } from "../metering/inventory/top-of-unit.ts";
import { pricedUnitDays, sumsOfBedroomDays, sumsOfUnitDays } from "../metering/roll-up/add-up-days.ts";
import { bitsFor, unionOf } from "../metering/roll-up/unit-bits.ts";
import {
  areOver,
  type BedroomParams,
  beganOn,
  type ChosenProperty,
  chosenProperties,
  endedOn,
  hasBedrooms,
  isByBedrooms,
  type PlaceParams,
} from "../query/chosen-properties.ts";
import { type PeriodParams, previousPeriod } from "../query/period.ts";
import type { Clock } from "../time/clock.ts";
import { isReadDay } from "./classes.ts";

/** The params of a report on consumption. */
export interface FigureParams extends PlaceParams, PeriodParams, BedroomParams {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  /** Of properties, as their addresses have it. */
  state?: string[] | undefined;
  /** With the same number of days before; a period whose last day is not over has none. */
  comparison?: "previous_period" | "none" | undefined;
}

/** The properties and days of a report, and the units that it covers. */
export interface ReportDays {
  properties: ChosenProperty[];
  /** Whether all of them may be compared: a comparison is requested, and nowhere is the last day not over. */
  isCompared: boolean;
  /** SQL, CTEs to follow `with`: see reportDays. */
  ctes: RawBuilder<unknown>;
}

/**
 * The properties that a report covers, and the SQL of their days, in this order:
 * - `period` (property_id, organization_id, is_previous, time_zone, start_date, end_date, last_date, starts_at, ends_at):
 *   a row for each of the properties, and one for the previous period where it is compared;
 * - `priced`: the same with what costOfDay needs;
 * - `chosen_unit` and `unit_day_sums`, only where units are chosen: their ids, and rows like those of property_days;
 * - `days`: a row for each day of `priced` with `organization_id`, `is_previous`, all columns of property_days, and `cost`,
 *   `toilet_cost`, `heater_cost`, `other_cost`: gallons and leak gallons of the day times the price in force that day, in
 *   millionths of a dollar (null: gallons are);
 * - `day_sums`: a row for each row of `priced` with the sums of its days;
 * - `expected` (property_id, is_previous, meter_days, units, bedrooms, whole_units, toilet_units, heater_units): meter-days
 *   that there could be, without building and irrigation, up to today; and how many units there are now.
 * Without filters by units they come from roll-ups, and cost by properties and days, not by meters.
 */
export async function reportDays(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  clock: Clock,
): Promise<ReportDays> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const isRequested = params.comparison === "previous_period";
  const periods = properties.flatMap((property) => [
    { ...property, isPrevious: false },
    ...(isRequested && property.isOver ? [{ ...property, ...previousPeriod(property), isPrevious: true }] : []),
  ]);
  const bits = bitsFor(properties.reduce((most, { unitBitCount }) => Math.max(most, unitBitCount), 0));
  const source =
    params.building_id !== undefined || params.unit_id !== undefined
      ? chosenUnits(params, periods, bits)
      : wholeProperties(params, periods, bits);
  const ctes = sql`
    ${pricedPeriods(periods)}, ${source.chosen}
    days as (
      select priced.organization_id, priced.is_previous, known.*,
        ${costOfDay("gallons", "own_gallons", "own_cost")} as cost,
        ${costOfDay("toilet_leak", "own_toilet_leak", "own_toilet_cost")} as toilet_cost,
        ${costOfDay("heater_leak", "own_heater_leak", "own_heater_cost")} as heater_cost,
        ${costOfDay("other_leak", "own_other_leak", "own_other_cost")} as other_cost
      from priced join ${source.days}
    ),
    day_sums as (${source.sums}),
    expected as (${source.expected})`;
  return { properties, isCompared: isRequested && areOver(properties), ctes };
}

type Period = ChosenProperty & { isPrevious: boolean };

/** SQL, CTEs `period` and `priced`. */
function pricedPeriods(periods: readonly Period[]): RawBuilder<unknown> {
  const instant = (at: number) => new Date(at).toISOString();
  // Periods of one organization and the same days share their prices, so that Postgres estimates how few there are.
  const keys = periods.map(({ organizationId, startDate, endDate }) => `${organizationId} ${startDate} ${endDate}`);
  const numbers = new Map([...new Set(keys)].map((key, number) => [key, number]));
  return sql`
    period as materialized (
      select * from unnest(
        ${periods.map((period) => period.propertyId)}::bigint[],
        ${periods.map((period) => period.organizationId)}::bigint[],
        ${periods.map((period) => period.isPrevious)}::boolean[],
        ${periods.map((period) => period.timeZone)}::text[],
        ${periods.map((period) => period.startDate)}::date[],
        ${periods.map((period) => period.endDate)}::date[],
        ${periods.map((period) => period.lastDate)}::date[],
        ${periods.map((period) => instant(period.startsAt))}::timestamptz[],
        ${periods.map((period) => instant(period.endsAt))}::timestamptz[],
        ${keys.map((key) => numbers.get(key))}::int[]
      ) as listed (property_id, organization_id, is_previous, time_zone, start_date, end_date, last_date, starts_at, ends_at,
        prices_of)
    ),
    price_span as (
      select chosen.prices_of, cut.from_day,
        coalesce((select price * 1000 from organization_prices prices
          where prices.organization_id = chosen.organization_id
            and cut.from_day between prices.first_day and prices.last_day), ${DEFAULT_MILLS}::numeric) as mills
      from (select distinct on (prices_of) prices_of, organization_id, start_date, end_date from period) chosen
      cross join lateral (
        select chosen.start_date as from_day
        union select prices.first_day from organization_prices prices
          where prices.organization_id = chosen.organization_id
            and prices.first_day > chosen.start_date and prices.first_day <= chosen.end_date
        union select prices.last_day + 1 from organization_prices prices
          where prices.organization_id = chosen.organization_id
            and prices.last_day >= chosen.start_date and prices.last_day < chosen.end_date
      ) cut
    ),
    price_spans as materialized (
      select prices_of, case when count(*) = 1 then min(mills) end as only_mills,
        array_agg(from_day order by from_day) as from_days, array_agg(mills order by from_day) as mills
      from price_span group by prices_of
    ),
    priced as materialized (
      select period.*, price_spans.only_mills, price_spans.from_days, price_spans.mills
      from period join price_spans on price_spans.prices_of = period.prices_of
    )`;
}

/**
 * SQL: what a volume of a day costs in millionths of a dollar: that of units with a price of their own, and the rest at
 * the default one. Most periods have one price; else it is looked up by the days on which it changed.
 * @param volume column of `known`, a day of the row of `priced`; `own` and `ownCost`: of units with a price of their own
 */
function costOfDay(volume: string, own: string, ownCost: string): RawBuilder<unknown> {
  const known = (column: string) => sql.ref(`known.${column}`);
  return sql`(${known(ownCost)} + (${known(volume)} - ${known(own)})
    * case when priced.only_mills is not null then priced.only_mills
        else priced.mills[width_bucket(known.day, priced.from_days)] end)`;
}

/** SQL: a day lies in any of the periods, as constants: only with those does Postgres prune the month partitions at planning time. */
function inOuterDays(day: string, periods: readonly Period[]): RawBuilder<unknown> {
  const starts = periods.map((period) => period.startDate).sort();
  const ends = periods.map((period) => period.endDate).sort();
  return sql`${sql.ref(day)} between ${starts[0] ?? "2000-01-01"}::date and ${ends.at(-1) ?? "2000-01-01"}::date`;
}

/** Days of whole properties, or of all their units with the requested bedrooms, which have roll-ups of their own. */
function wholeProperties(params: FigureParams, periods: readonly Period[], bits: number) {
  const ofPeriod = sql`known.property_id = priced.property_id and known.day between priced.start_date and priced.end_date
    and ${inOuterDays("known.day", periods)}`;
  const ofBedrooms = sql`bedroom_days known where ${ofPeriod} and ${hasBedrooms(params, "known.bedrooms")}`;
  const [days, rows] = isByBedrooms(params)
    ? [
        sql`lateral (select property_id, day, ${sumsOfBedroomDays(bits)} from ${ofBedrooms}
          group by property_id, day) known on true`,
        ofBedrooms,
      ]
    : [sql`property_days known on ${ofPeriod}`, sql`property_days known where ${ofPeriod}`];
  // Each period's days are fetched and summed separately, because sorting and hashing all of these wide rows takes longer
  // than summing them. Only the selected columns are calculated.
  const sums = sql`
    select priced.property_id, priced.is_previous, added.*,
      (select count(*) from (
        select sum(known.top_meters) as top_meters, sum(known.top_meters_read) as top_meters_read
        from ${rows} group by known.day) by_day where ${isReadDay("by_day")}) as days_read
    from priced cross join lateral (select ${sumsOfDays(bits)} from ${rows}) added`;
  const expected = sql`
    select period.property_id, period.is_previous, coalesce(served.meter_days, 0) as meter_days,
      coalesce(counted.units, 0) as units, coalesce(counted.bedrooms, 0) as bedrooms,
      coalesce(counted.whole_units, 0) as whole_units, coalesce(counted.toilet_units, 0) as toilet_units,
      coalesce(counted.heater_units, 0) as heater_units
    from period
    left join (
      select period.property_id, period.is_previous,
        sum(spans.meters * ${daysServed(sql`spans.began_on`, sql`spans.ended_on`)}) as meter_days
      from period join service_spans spans on spans.property_id = period.property_id
      where spans.bedrooms is not null and ${hasBedrooms(params, "spans.bedrooms")}
      group by period.property_id, period.is_previous
    ) served on served.property_id = period.property_id and served.is_previous = period.is_previous
    left join (
      select property_id, sum(units) as units, sum(units * bedrooms) as bedrooms, sum(whole_units) as whole_units,
        sum(toilet_units) as toilet_units, sum(heater_units) as heater_units
      from unit_counts
      where property_id in (select property_id from period) and ${hasBedrooms(params, "unit_counts.bedrooms")}
      group by property_id
    ) counted on counted.property_id = period.property_id`;
  return { chosen: sql``, days, sums, expected };
}

/** Days of chosen buildings' units and chosen units, which are summed here. */
function chosenUnits(params: FigureParams, periods: readonly Period[], bits: number) {
  const { building_id = null, unit_id = null } = params;
  const unitSums = Object.entries(sumsOfUnitDays(bits)).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`);
  const chosen = sql`
    chosen_unit as materialized (
      select units.property_id, units.id as unit_id
      from (select distinct property_id from period) place join units on units.property_id = place.property_id
      where (${building_id}::bigint[] is null or units.building_id = any(${building_id}::bigint[]))
        and (${unit_id}::bigint[] is null or units.id = any(${unit_id}::bigint[]))
        and ${hasBedrooms(params, "units.bedrooms")}
    ),
    top_service as materialized (
      select service.property_id, service.top_days
      from ${servicesInUnits(sql`(select property_id, time_zone from period where not is_previous)`)} service
      join chosen_unit on chosen_unit.property_id = service.property_id and chosen_unit.unit_id = service.unit_id
    ),
    unit_day_sums as materialized (
      select known_unit.property_id, known_unit.day, known_unit.is_before, ${sql.join(unitSums)},
        (select count(*) from top_service
          where top_service.property_id = known_unit.property_id and known_unit.day <@ top_service.top_days) as top_meters
      from (
        select priced.*, period.is_previous as is_before
        from period
        join chosen_unit on chosen_unit.property_id = period.property_id
        join (${pricedUnitDays}) priced on priced.property_id = chosen_unit.property_id
          and priced.unit_id = chosen_unit.unit_id and priced.day between period.start_date and period.end_date
          and ${inOuterDays("priced.day", periods)}
      ) known_unit
      group by known_unit.property_id, known_unit.day, known_unit.is_before
    ),`;
  const days = sql`unit_day_sums known
    on known.property_id = priced.property_id and known.is_before = priced.is_previous`;
  const sums = sql`
    select priced.property_id, priced.is_previous, ${sumsOfDays(bits)}, count(*) filter (where ${isReadDay("known")}) as days_read
    from priced join ${days}
    group by priced.property_id, priced.is_previous`;
  const expected = sql`
    select period.property_id, period.is_previous,
      (select coalesce(sum(${daysServed(beganOn, endedOn)}), 0)
        from chosen_unit
        join meter_points point on point.property_id = chosen_unit.property_id and point.unit_id = chosen_unit.unit_id
        join meter_services service on service.property_id = point.property_id and service.point_id = point.id
        where chosen_unit.property_id = period.property_id) as meter_days,
      counted.*
    from period
    cross join lateral (
      select count(*) as units, coalesce(sum(units.bedrooms), 0) as bedrooms, count(*) filter (where has.whole) as whole_units,
        count(*) filter (where has.toilet) as toilet_units, count(*) filter (where has.heater) as heater_units
      from chosen_unit
      join units on units.property_id = chosen_unit.property_id and units.id = chosen_unit.unit_id
      left join lateral (
        select bool_or(point.attached_to in ('SPOE', 'DPOE')) as whole, bool_or(point.attached_to = 'Toilet') as toilet,
          bool_or(point.attached_to = 'Water Heater') as heater
        from meter_points point
        join meter_services service on service.property_id = point.property_id and service.point_id = point.id
          and service.ended_at is null
        where point.property_id = chosen_unit.property_id and point.unit_id = chosen_unit.unit_id
      ) has on true
      where chosen_unit.property_id = period.property_id
    ) counted`;
  return { chosen, days, sums, expected };
}

/** SQL: days of service within `period`, up to today. */
function daysServed(began: RawBuilder<unknown>, ended: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`greatest(0, least(period.last_date + 1, ${ended}) - greatest(period.start_date, ${began}))`;
}

/** Columns of property_days that are added up as they are. */
const added = [
  ...["gallons", "toilet_leak", "heater_leak", "other_leak", "toilet_gallons", "heater_gallons", "meters_read"],
  ...["whole_gallons", "whole_bedrooms", "toilet_read_gallons", "toilet_bedrooms", "heater_read_gallons"],
  "heater_bedrooms",
];

/** SQL: the sums of days `known` of one row of `priced`: volumes, costs in millionths of a dollar, bedrooms, sets of units. */
function sumsOfDays(bits: number): RawBuilder<unknown> {
  const cost = (volume: string, own: string, ownCost: string) => sql`sum(${costOfDay(volume, own, ownCost)})::bigint`;
  const units = (column: string, leak: RawBuilder<unknown>) =>
    sql`${unionOf(`known.${column}`, bits)} filter (where ${leak})`;
  const columns = added.map((name) => sql`sum(${sql.ref(`known.${name}`)})::bigint as ${sql.ref(name)}`);
  return sql`${sql.join(columns)},
    ${cost("gallons", "own_gallons", "own_cost")} as cost,
    ${cost("toilet_leak", "own_toilet_leak", "own_toilet_cost")} as toilet_cost,
    ${cost("heater_leak", "own_heater_leak", "own_heater_cost")} as heater_cost,
    ${cost("other_leak", "own_other_leak", "own_other_cost")} as other_cost,
    ${unionOf("known.read_units", bits)} as read_units,
    ${units("toilet_leak_units", sql`known.toilet_leak > 0`)} as toilet_leak_units,
    ${units("heater_leak_units", sql`known.heater_leak > 0`)} as heater_leak_units,
    ${units("other_leak_units", sql`known.heater_leak + known.other_leak > 0`)} as other_leak_units`;
}

/** SQL: how many units a set of them holds; none of null. */
const unitsIn = (units: RawBuilder<unknown>) => sql`coalesce(bit_count(${units}), 0)`;

/** SQL: the units that are in either set, of which either may be null. */
const leakUnits = sql`coalesce(summed.toilet_leak_units | summed.other_leak_units, summed.toilet_leak_units,
  summed.other_leak_units)`;

/**
 * SQL, a CTE over those of reportDays: `figures`, a row for each row of `period`: property_id, organization_id,
 * is_previous; gallons and leaked (toilet_leak, heater_leak, other_leak) in thousandths of a gallon, null where nothing
 * was measured; cost, leak_cost (toilet_cost, heater_cost, other_cost) in millionths of a dollar, likewise;
 * toilet_gallons, heater_gallons; whole_gallons and whole_bedrooms, toilet_ and heater_, for gallons per bedroom and
 * day; days_read, meter_days_read and meter_days_expected; units, bedrooms, whole_units, toilet_units, heater_units;
 * how many units were read (reporting_units) or leaked (leaking_units; leaking_toilets, leaking_heaters, leaking_other:
 * heaters or anything else); and the bit set of those that leaked (leak_units; null: none).
 */
export const figures = sql`
  figures as (
    select period.property_id, period.organization_id, period.is_previous,
      summed.gallons, summed.toilet_leak, summed.heater_leak, summed.other_leak,
      case when summed.gallons is not null then summed.toilet_leak + summed.heater_leak + summed.other_leak end as leaked,
      summed.toilet_gallons, summed.heater_gallons,
      summed.cost, summed.toilet_cost, summed.heater_cost, summed.other_cost,
      case when summed.gallons is not null then summed.toilet_cost + summed.heater_cost + summed.other_cost end as leak_cost,
      summed.whole_gallons, summed.whole_bedrooms, summed.toilet_read_gallons, summed.toilet_bedrooms,
      summed.heater_read_gallons, summed.heater_bedrooms,
      coalesce(summed.days_read, 0) as days_read, coalesce(summed.meters_read, 0) as meter_days_read,
      expected.meter_days as meter_days_expected, expected.units, expected.bedrooms, expected.whole_units,
      expected.toilet_units, expected.heater_units,
      ${unitsIn(sql`summed.read_units`)} as reporting_units, ${unitsIn(leakUnits)} as leaking_units,
      ${unitsIn(sql`summed.toilet_leak_units`)} as leaking_toilets,
      ${unitsIn(sql`summed.heater_leak_units`)} as leaking_heaters,
      ${unitsIn(sql`summed.other_leak_units`)} as leaking_other, ${leakUnits} as leak_units
    from period
    join expected on expected.property_id = period.property_id and expected.is_previous = period.is_previous
    left join day_sums summed on summed.property_id = period.property_id and summed.is_previous = period.is_previous
  )`;
