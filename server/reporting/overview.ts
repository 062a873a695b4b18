import { type RawBuilder, sql } from "kysely";
import type { Overview } from "../../contract/reporting.ts";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { chosenProperties, outerDates, type PlacesAsked, periodTable, withinPeriod } from "./chosen-properties.ts";
import { gallonPrice } from "./gallon-price.ts";
import { leakingUnits, leakOf } from "./leaking-units.ts";
import type { PeriodAsked } from "./period.ts";
import { beganOn, endedOn } from "./services.ts";
import { asGallons, leakPercentage } from "./volume.ts";

/** SQL: the unit-days of the chosen units of `priced`. */
const daysOfUnits = sql`chosen_unit on chosen_unit.property_id = priced.property_id
  join unit_days known on known.property_id = chosen_unit.property_id and known.unit_id = chosen_unit.id`;

/** SQL: whether the pair of property and unit is among the chosen. */
const isChosen = (pair: RawBuilder<unknown>) => sql`(${pair}) in (select property_id, id from chosen_unit)`;

const lastDayOfUnits = sql`(select max(latest.day)
  from chosen_unit
  cross join lateral (
    select day from unit_days
    where unit_days.property_id = chosen_unit.property_id and unit_days.unit_id = chosen_unit.id
      and (meters_read > 0 or num_nonnulls(gallons, toilet_gallons, heater_gallons) > 0)
    order by day desc limit 1) latest)`;

const lastDayOfProperties = sql`(select max(coalesce(of_units.day, of_meters.day))
  from period
  left join lateral (
    select day from property_days
    where property_days.property_id = period.property_id
      and (meters_read > 0 or num_nonnulls(gallons, toilet_gallons, heater_gallons) > 0)
    order by day desc limit 1) of_units on true
  -- Where no unit has ever reported there may be a building's meter.
  left join lateral (
    select max(day) as day from meter_days
    where of_units.day is null and meter_days.property_id = period.property_id and hours_measured > 0
  ) of_meters on true)`;

interface Figures {
  units: number;
  units_with_leakage: number;
  gallons: number | null;
  leaked: number | null;
  leak_cost: number | null;
  meter_days_read: number;
  meter_days_expected: number;
  last_reading_date: string | null;
}

interface Asked extends PlacesAsked, PeriodAsked {
  building_id?: number[] | undefined;
  unit_id?: number[] | undefined;
}

/**
 * Headline figures of the chosen properties; of the chosen buildings' units and the chosen units alone where some are
 * asked for (both: units that are in both), except for the number of properties. Volumes are null when nothing was measured. `leak_cost` sums exactly the
 * leak gallons of each day times the price of a gallon and is rounded once, to cents. Meter-days are those of units'
 * meters, without building and irrigation. `last_reading_date` is sought in all days, whatever the period.
 */
export async function overview(scope: Scope, tx: Transactional, asked: Asked, clock: Clock): Promise<Overview> {
  const { building_id: buildings = null, unit_id: units = null } = asked;
  const ofUnits = buildings !== null || units !== null;
  const properties = await chosenProperties(scope, tx, asked, clock);
  const within = withinPeriod(properties, asked, clock);
  const found = await sql<Figures>`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    priced as materialized (
      select period.property_id, period.start_date, period.end_date,
        ${gallonPrice} as price
      from period
      join properties on properties.id = period.property_id
      left join organizations on organizations.id = properties.organization_id
    ),
    chosen_unit as materialized (
      select units.property_id, units.id
      from period join units on units.property_id = period.property_id
      where (${buildings}::bigint[] is null or units.building_id = any(${buildings}::bigint[]))
        and (${units}::bigint[] is null or units.id = any(${units}::bigint[]))
    ),
    consumed as (
      select sum(known.gallons)::bigint as gallons,
        sum(${leakOf("known")})::bigint as leaked,
        round(sum(${leakOf("known")} * priced.price) / 1000, 2) as leak_cost,
        coalesce(sum(known.meters_read), 0)::bigint as meter_days_read
      from priced
      join ${ofUnits ? daysOfUnits : sql`property_days known on known.property_id = priced.property_id`}
        and ${within("priced", "known.day")}
    ),
    in_service as (
      select coalesce(sum(greatest(0, least(period.last_date + 1, ${endedOn}) - greatest(period.start_date, ${beganOn}))),
        0)::bigint as meter_days_expected
      from period
      join meter_services service on service.property_id = period.property_id
      join meter_points point on point.property_id = service.property_id and point.id = service.point_id
      where point.unit_id is not null and (not ${ofUnits}::boolean or ${isChosen(sql`point.property_id, point.unit_id`)})
    )
    select
      (select count(*) from chosen_unit) as units,
      (select count(*) from ${leakingUnits(within)} leaking
        where not ${ofUnits}::boolean or ${isChosen(sql`leaking.property_id, leaking.unit_id`)}) as units_with_leakage,
      consumed.gallons,
      case when consumed.gallons is not null then consumed.leaked end as leaked,
      case when consumed.gallons is not null then consumed.leak_cost end as leak_cost,
      consumed.meter_days_read,
      in_service.meter_days_expected,
      ${ofUnits ? lastDayOfUnits : lastDayOfProperties} as last_reading_date
    from consumed, in_service
  `.execute(tx);
  const figures = found.rows[0];
  if (figures === undefined) throw new Error("The overview has no row.");
  const [start, end] = outerDates(properties, asked, clock);
  return {
    total_properties: properties.length,
    total_units: figures.units,
    units_with_leakage: figures.units_with_leakage,
    gallons_consumed: asGallons(figures.gallons),
    gallons_leaked: asGallons(figures.leaked),
    leak_percentage: leakPercentage(figures.leaked, figures.gallons),
    leak_cost: figures.leak_cost,
    start_date: start,
    end_date: end,
    meter_days_read: figures.meter_days_read,
    meter_days_expected: figures.meter_days_expected,
    last_reading_date: figures.last_reading_date,
  };
}
