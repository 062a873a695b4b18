import { type RawBuilder, sql } from "kysely";
import type { Scope, Transactional } from "../database/connect.ts";
import { sumsOfBedroomDays } from "../metering/add-up-days.ts";
import { bitsFor } from "../metering/unit-bits.ts";
import {
  type BedroomParams,
  type ChosenProperty,
  chosenProperties,
  hasBedrooms,
  isByBedrooms,
  type PlaceParams,
} from "../query/chosen-properties.ts";
import type { PeriodParams } from "../query/period.ts";
import type { Clock } from "../time/clock.ts";
import { chosenUnitDays } from "./chosen-unit-days.ts";
import { daySums, daySumsAtHand } from "./day-sums.ts";
import { expectedOfProperties, expectedOfUnits } from "./expected-days.ts";
import { previousPeriod } from "./previous-period.ts";
import { costOfDay, pricedPeriods } from "./priced-periods.ts";

/** The params of a report on consumption. */
export interface FigureParams extends PlaceParams, PeriodParams, BedroomParams {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  /** Of properties, as their addresses have it. */
  state?: string[] | undefined;
  /** With the same number of days before; today so far has none. */
  comparison?: "previous_period" | "none" | undefined;
}

/** The properties and days of a report, and the units that it covers. */
export interface ReportDays {
  properties: ChosenProperty[];
  /** SQL, CTEs to follow `with`: see reportDays. */
  ctes: RawBuilder<unknown>;
  /** The first and the last day of all periods; without any, an arbitrary day. */
  outer: Outer;
}

/**
 * The properties that a report covers, and the SQL of their days:
 * - `period` and `priced`: see pricedPeriods; of the properties, and of the days before where they are compared;
 * - `days`: a row for each property and day of which anything is known: property_id, organization_id, is_previous, day,
 *   all columns of property_days, and `cost`, `toilet_cost`, `heater_cost`, `other_cost`: gallons and leak gallons of the
 *   day times the price in force that day, in millionths of a dollar (null: gallons are);
 * - `day_sums`: their sums by property and period, see daySums; a row for each row of `priced`;
 * - `expected` (property_id, is_previous, meter_days, units, bedrooms, whole_units, toilet_units, heater_units): meter-days
 *   that there could be, without building and irrigation, up to today; and how many units there are.
 * Without filters by units they come from roll-ups, and cost by properties and days, not by meters.
 */
export async function reportDays(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  clock: Clock,
): Promise<ReportDays> {
  const properties = await chosenProperties(scope, tx, params, clock);
  const isCompared = params.comparison === "previous_period" && params.days_ago !== 0;
  const periods = properties.flatMap((property) => [
    { ...property, isPrevious: false },
    ...(isCompared ? [{ ...property, ...previousPeriod(property), isPrevious: true }] : []),
  ]);
  const starts = periods.map((period) => period.startDate).sort();
  const ends = periods.map((period) => period.endDate).sort();
  const outer = { first: starts[0] ?? "2000-01-01", last: ends.at(-1) ?? "2000-01-01" };
  const bits = bitsFor(properties.reduce((most, { unitBitCount }) => Math.max(most, unitBitCount), 0));
  const { days, sums, expected, chosen } =
    params.building_id !== undefined || params.unit_id !== undefined
      ? ofChosenUnits(params, outer, bits)
      : ofProperties(params, outer, bits);
  const ctes = sql`${pricedPeriods(periods)}, ${chosen}
    days as (
      select priced.organization_id, priced.is_previous, known.*,
        ${costOfDay("gallons", "own_gallons", "own_cost")} as cost,
        ${costOfDay("toilet_leak", "own_toilet_leak", "own_toilet_cost")} as toilet_cost,
        ${costOfDay("heater_leak", "own_heater_leak", "own_heater_cost")} as heater_cost,
        ${costOfDay("other_leak", "own_other_leak", "own_other_cost")} as other_cost
      from priced join ${days}
    ),
    day_sums as (${sums}),
    expected as (${expected})`;
  return { properties, ctes, outer };
}

/** First and last days as constants: only with those does Postgres prune the month partitions at planning time. */
interface Outer {
  first: string;
  last: string;
}

const inOuter = (day: string, { first, last }: Outer) => sql`${sql.ref(day)} between ${first}::date and ${last}::date`;

/** Days of whole properties, or of all their units with the requested bedrooms, which have roll-ups of their own. */
function ofProperties(params: FigureParams, outer: Outer, bits: number) {
  const table = isByBedrooms(params) ? "bedroom_days" : "property_days";
  const ofPeriod = sql`known.property_id = priced.property_id and known.day between priced.start_date and priced.end_date
    and ${inOuter("known.day", outer)} ${isByBedrooms(params) ? sql`and ${hasBedrooms(params, "known.bedrooms")}` : sql``}`;
  const days = isByBedrooms(params)
    ? sql`lateral (select property_id, day, ${sumsOfBedroomDays(bits)} from bedroom_days known where ${ofPeriod}
        group by property_id, day) known on true`
    : sql`property_days known on ${ofPeriod}`;
  return {
    days,
    sums: daySums(sql`${sql.table(table)} known where ${ofPeriod}`, bits),
    expected: expectedOfProperties(params),
    chosen: sql``,
  };
}

/** Days of chosen buildings' units and chosen units. */
function ofChosenUnits(params: FigureParams, outer: Outer, bits: number) {
  const { building_id = null, unit_id = null } = params;
  const within = (day: string) =>
    sql`(${sql.ref(day)} between period.start_date and period.end_date and ${inOuter(day, outer)})`;
  const chosen = sql`
    chosen_unit as materialized (
      select units.property_id, units.id as unit_id
      from (select distinct property_id from period) place join units on units.property_id = place.property_id
      where (${building_id}::bigint[] is null or units.building_id = any(${building_id}::bigint[]))
        and (${unit_id}::bigint[] is null or units.id = any(${unit_id}::bigint[]))
        and ${hasBedrooms(params, "units.bedrooms")}
    ),
    unit_day_sums as materialized (${chosenUnitDays(within, bits)}),`;
  const ofPeriod = sql`known.property_id = priced.property_id and known.is_before = priced.is_previous`;
  const days = sql`unit_day_sums known on ${ofPeriod}`;
  return {
    days,
    sums: daySumsAtHand(days, bits),
    expected: expectedOfUnits,
    chosen,
  };
}
