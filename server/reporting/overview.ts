import { sql } from "kysely";
import type { Overview } from "../../contract/reporting.ts";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { outerDates, periodTable } from "./chosen-properties.ts";
import { daysKeptFrom } from "./days-kept-from.ts";
import type { FiguresAsked } from "./known-days.ts";
import { asDollars } from "./price-of-day.ts";
import { totals } from "./totals.ts";
import { asGallons, leakPercentage } from "./volume.ts";

/**
 * Headline figures of the chosen properties; of the chosen buildings' units and the chosen units alone where some are
 * asked for (both: units that are in both), except for the number of properties. Volumes are null when nothing was
 * measured. `leak_cost` sums exactly the leak gallons of each day times the price of a gallon that day and is rounded
 * once, to cents. Meter-days are those of units' meters, without building and irrigation. `last_reading_date` is sought
 * in all days, whatever the period.
 */
export async function overview(scope: Scope, tx: Transactional, asked: FiguresAsked, clock: Clock): Promise<Overview> {
  const { building_id: buildings = null, unit_id: units = null } = asked;
  const { properties, now } = await totals(scope, tx, asked, clock);
  const ofUnits = buildings !== null || units !== null;
  const found = await sql<{ day: string | null }>`
    with period as (select * from ${periodTable(properties)} chosen)
    select ${ofUnits ? lastDayOfUnits(buildings, units) : lastDayOfProperties} as day`.execute(tx);
  const [start, end] = outerDates(properties, asked, clock);
  return {
    total_properties: properties.length,
    total_units: now.units,
    units_with_leakage: now.leaking_units,
    gallons_consumed: asGallons(now.gallons),
    gallons_leaked: asGallons(now.leaked),
    leak_percentage: leakPercentage(now.leaked, now.gallons),
    leak_cost: asDollars(now.leak_cost),
    start_date: start,
    end_date: end,
    meter_days_read: now.meter_days_read,
    meter_days_expected: now.meter_days_expected,
    last_reading_date: found.rows[0]?.day ?? null,
    days_kept_from: await daysKeptFrom(scope, tx),
  };
}

const lastDayOfUnits = (buildings: number[] | null, chosen: number[] | null) => sql`(
  select max(seated_meters.heard_on)
  from period
  join units on units.property_id = period.property_id
    and (${buildings}::bigint[] is null or units.building_id = any(${buildings}::bigint[]))
    and (${chosen}::bigint[] is null or units.id = any(${chosen}::bigint[]))
  join seated_meters on seated_meters.property_id = units.property_id and seated_meters.unit_id = units.id
    and seated_meters.heard_on < 'infinity')`;

const lastDayOfProperties = sql`(
  select max(properties.last_reading_on) from period join properties on properties.id = period.property_id)`;
