import { type RawBuilder, sql } from "kysely";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { pricedUnitDays, sumsOfBedroomDays, sumsOfUnitDays } from "../metering/add-up-days.ts";
import { isTopOfUnit } from "../metering/top-of-unit.ts";
import { type BedroomsAsked, hasBedrooms, isByBedrooms } from "./bedrooms.ts";
import { type ChosenProperty, chosenProperties, type PlacesAsked } from "./chosen-properties.ts";
import type { PeriodAsked } from "./period.ts";
import { previousPeriod } from "./previous-period.ts";
import { DEFAULT_MILLS } from "./price-of-day.ts";
import { beganOn, endedOn } from "./services.ts";

/** What a report over consumption is asked for. */
export interface FiguresAsked extends PlacesAsked, PeriodAsked, BedroomsAsked {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
  /** With the same number of days before; today so far has none. */
  comparison?: "previous_period" | "none" | undefined;
}

/** The properties and days of a report, and the units that it covers. */
export interface ReportDays {
  properties: ChosenProperty[];
  /** SQL, CTEs to follow `with`: see knownDays. */
  ctes: RawBuilder<unknown>;
}

/**
 * The properties that a report covers, and the SQL of their days:
 * - `period` (property_id, organization_id, is_previous, time_zone, start_date, end_date, last_date, starts_at, ends_at):
 *   a row for each property, and one for the days before where they are compared;
 * - `days`: a row for each property and day of which anything is known: property_id, organization_id, is_previous, day,
 *   all columns of property_days, and `cost`, `toilet_cost`, `heater_cost`, `other_cost`: gallons and leak gallons of the
 *   day times the price in force that day, in millionths of a dollar (null: gallons are);
 * - `expected` (property_id, is_previous, meter_days, units, whole_units, toilet_units, heater_units): meter-days that there
 *   could be, without building and irrigation, up to today; and how many units there are.
 * Without filters by units they come from roll-ups, and cost by properties and days, not by meters.
 */
export async function reportDays(
  scope: Scope,
  tx: Transactional,
  asked: FiguresAsked,
  clock: Clock,
): Promise<ReportDays> {
  const properties = await chosenProperties(scope, tx, asked, clock);
  const isCompared = asked.comparison === "previous_period" && asked.days_ago !== 0;
  const periods = properties.flatMap((property) => [
    { ...property, isPrevious: false },
    ...(isCompared ? [{ ...property, ...previousPeriod(property), isPrevious: true }] : []),
  ]);
  const starts = periods.map((period) => period.startDate).sort();
  const ends = periods.map((period) => period.endDate).sort();
  const [first, last] = [starts[0] ?? "2000-01-01", ends.at(-1) ?? "2000-01-01"];
  const ofUnits = asked.building_id !== undefined || asked.unit_id !== undefined;
  const hasTheseBedrooms = (column: string) => hasBedrooms(asked, column);
  const within = (day: string) => sql`(${sql.ref(day)} between period.start_date and period.end_date
    and ${sql.ref(day)} between ${first}::date and ${last}::date)`;
  const chosenUnits = sql`
    chosen_unit as materialized (
      select units.property_id, units.id as unit_id
      from (select distinct property_id from period) place join units on units.property_id = place.property_id
      where (${asked.building_id ?? null}::bigint[] is null or units.building_id = any(${asked.building_id ?? null}::bigint[]))
        and (${asked.unit_id ?? null}::bigint[] is null or units.id = any(${asked.unit_id ?? null}::bigint[]))
        and ${hasBedrooms(asked, "units.bedrooms")}
    ),`;
  const known = ofUnits
    ? sql`(${unitDaysAdded(within)}) known on known.property_id = period.property_id and known.is_before = period.is_previous`
    : isByBedrooms(asked)
      ? sql`(${bedroomDaysAdded(within, hasTheseBedrooms)}) known on known.property_id = period.property_id
          and known.is_before = period.is_previous`
      : sql`property_days known on known.property_id = period.property_id and ${within("known.day")}`;
  const ctes = sql`
    period as materialized (select * from ${periodRows(periods)} chosen),
    default_price as materialized (
      select prices.organization_id, day::date as day, (prices.price * 1000)::bigint as mills
      from organization_prices prices
      cross join lateral generate_series(greatest(prices.first_day, ${first}::date)::timestamp,
        least(prices.last_day, ${last}::date)::timestamp, interval '1 day') day
    ),
    ${ofUnits ? chosenUnits : sql``}
    days as (
      select period.is_previous, period.organization_id, known.*,
        ${costOf("gallons", "own_gallons", "own_cost")} as cost,
        ${costOf("toilet_leak", "own_toilet_leak", "own_toilet_cost")} as toilet_cost,
        ${costOf("heater_leak", "own_heater_leak", "own_heater_cost")} as heater_cost,
        ${costOf("other_leak", "own_other_leak", "own_other_cost")} as other_cost
      from period
      join ${known}
      left join default_price on default_price.organization_id = period.organization_id
        and default_price.day = known.day
    ),
    expected as (${ofUnits ? expectedOfUnits : expectedOfProperties(hasTheseBedrooms)})`;
  return { properties, ctes };
}

const costOf = (volume: string, own: string, ownCost: string) => {
  const known = (column: string) => sql.ref(`known.${column}`);
  return sql`${known(ownCost)} + (${known(volume)} - ${known(own)}) * coalesce(default_price.mills, ${DEFAULT_MILLS}::bigint)`;
};

type Within = (day: string) => RawBuilder<unknown>;
type HasBedrooms = (column: string) => RawBuilder<unknown>;

/** SQL: like rows of property_days, of units with the chosen bedrooms alone. */
function bedroomDaysAdded(within: Within, hasBedrooms: HasBedrooms): RawBuilder<unknown> {
  return sql`
    select bedroom_days.property_id, bedroom_days.day, period.is_previous as is_before, ${sumsOfBedroomDays}
    from period
    join bedroom_days on bedroom_days.property_id = period.property_id and ${within("bedroom_days.day")}
      and ${hasBedrooms("bedroom_days.bedrooms")}
    group by bedroom_days.property_id, bedroom_days.day, period.is_previous`;
}

/** SQL: like rows of property_days, of the chosen units alone. */
function unitDaysAdded(within: Within): RawBuilder<unknown> {
  const sums = Object.entries(sumsOfUnitDays).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`);
  return sql`
    select known_unit.property_id, known_unit.day, known_unit.is_before, ${sql.join(sums)},
      (select count(*) from meter_services service
        join meter_points point on point.property_id = service.property_id and point.id = service.point_id
        join chosen_unit on chosen_unit.property_id = point.property_id and chosen_unit.unit_id = point.unit_id
        join period on period.property_id = service.property_id and not period.is_previous
        where service.property_id = known_unit.property_id and ${isTopOfUnit}
          and known_unit.day >= ${beganOn} and known_unit.day < ${endedOn}) as top_meters
    from (
      select priced.*, period.is_previous as is_before
      from period
      join chosen_unit on chosen_unit.property_id = period.property_id
      join (${pricedUnitDays}) priced on priced.property_id = chosen_unit.property_id
        and priced.unit_id = chosen_unit.unit_id and ${within("priced.day")}
    ) known_unit
    group by known_unit.property_id, known_unit.day, known_unit.is_before`;
}

/** SQL: days of service within `period`, up to today. */
const daysServed = (began: RawBuilder<unknown>, ended: RawBuilder<unknown>) =>
  sql`greatest(0, least(period.last_date + 1, ${ended}) - greatest(period.start_date, ${began}))`;

const expectedOfUnits = sql`
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

const expectedOfProperties = (hasBedrooms: HasBedrooms) => sql`
  select period.property_id, period.is_previous,
    (select coalesce(sum(span.meters * ${daysServed(sql`span.began_on`, sql`span.ended_on`)}), 0)
      from service_spans span
      where span.property_id = period.property_id and span.bedrooms is not null and ${hasBedrooms("span.bedrooms")}
    ) as meter_days,
    counted.*
  from period
  cross join lateral (
    select coalesce(sum(units), 0) as units, coalesce(sum(units * bedrooms), 0) as bedrooms,
      coalesce(sum(whole_units), 0) as whole_units, coalesce(sum(toilet_units), 0) as toilet_units,
      coalesce(sum(heater_units), 0) as heater_units
    from unit_counts
    where unit_counts.property_id = period.property_id and ${hasBedrooms("unit_counts.bedrooms")}
  ) counted`;

function periodRows(periods: readonly (ChosenProperty & { isPrevious: boolean })[]): RawBuilder<unknown> {
  const instant = (at: number) => new Date(at).toISOString();
  return sql`(
    select listed.*, properties.organization_id
    from unnest(
      ${periods.map((period) => period.propertyId)}::bigint[],
      ${periods.map((period) => period.isPrevious)}::boolean[],
      ${periods.map((period) => period.timeZone)}::text[],
      ${periods.map((period) => period.startDate)}::date[],
      ${periods.map((period) => period.endDate)}::date[],
      ${periods.map((period) => period.lastDate)}::date[],
      ${periods.map((period) => instant(period.startsAt))}::timestamptz[],
      ${periods.map((period) => instant(period.endsAt))}::timestamptz[]
    ) as listed (property_id, is_previous, time_zone, start_date, end_date, last_date, starts_at, ends_at)
    join properties on properties.id = listed.property_id
  )`;
}
