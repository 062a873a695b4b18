import { sql } from "kysely";
import { z } from "zod";
import type { Overview } from "../../contract/reporting/reporting.ts";
import { asDollars } from "../costs/price-of-day.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { areOver, hasBedrooms, isByBedrooms, outerDates, periodTable } from "../query/chosen-properties.ts";
import { report } from "../query/report.ts";
import { asGallons, leakPercentage } from "../query/volume.ts";
import type { Clock } from "../time/clock.ts";
import { daysKeptFrom } from "./days-kept-from.ts";
import type { FigureParams } from "./figures.ts";
import { headlineChanges, totals, unitsWithoutPrice } from "./totals.ts";
import { waterLossOf } from "./water-loss.ts";

const Found = z.object({ day: z.string().nullable(), properties: z.int() });

/**
 * Headline figures of the chosen properties; of the chosen buildings' units and the chosen units alone where some are
 * requested, and of those with the requested numbers of bedrooms (units that match all of these). The properties are
 * those of the chosen buildings and units, else all requested ones, whatever their bedrooms. Volumes are null when
 * nothing was measured. `leak_cost` sums exactly the leak gallons of each day times the price of a gallon that day and
 * is rounded once, to cents. Meter-days are those of units' meters, without building and irrigation.
 * `last_reading_date` is sought in all days, whatever the period.
 */
export async function overview(scope: Scope, tx: Transactional, params: FigureParams, clock: Clock): Promise<Overview> {
  const { properties, now, before } = await totals(scope, tx, params, clock);
  const ofUnits = params.building_id !== undefined || params.unit_id !== undefined || isByBedrooms(params);
  const ofPlaces = params.building_id !== undefined || params.unit_id !== undefined;
  const found = await queryRow(tx, Found)`
    with period as (select * from ${periodTable(properties)} chosen)
    select ${ofUnits ? lastDayOfUnits(params) : lastDayOfProperties} as day,
      ${ofPlaces ? propertiesOfUnits(params) : sql`(select count(*) from period)`} as properties`;
  const [start, end] = outerDates(properties, params, clock);
  return {
    total_properties: found?.properties ?? 0,
    total_units: now.units,
    units_without_price: await unitsWithoutPrice(tx, properties, params),
    units_with_leakage: now.leaking_units,
    gallons_consumed: asGallons(now.gallons),
    gallons_leaked: asGallons(now.leaked),
    leak_percentage: leakPercentage(now.leaked, now.gallons),
    leak_cost: asDollars(now.leak_cost),
    ...headlineChanges(now, before),
    water_loss: waterLossOf(now.leaked, now.gallons),
    start_date: start,
    end_date: end,
    is_over: areOver(properties),
    meter_days_read: now.meter_days_read,
    meter_days_expected: now.meter_days_expected,
    last_reading_date: found?.day ?? null,
    days_kept_from: await daysKeptFrom(scope, tx),
  };
}

/** SQL: `period` joined with the chosen units. */
const withUnits = (params: FigureParams) => sql`period
  join units on units.property_id = period.property_id
    and (${params.building_id ?? null}::bigint[] is null or units.building_id = any(${params.building_id ?? null}::bigint[]))
    and (${params.unit_id ?? null}::bigint[] is null or units.id = any(${params.unit_id ?? null}::bigint[]))`;

const propertiesOfUnits = (params: FigureParams) => sql`(
  select count(distinct units.property_id) from ${withUnits(params)})`;

const lastDayOfUnits = (params: FigureParams) => sql`(
  select max(installed_meters.last_seen_on)
  from ${withUnits(params)}
    and ${hasBedrooms(params, "units.bedrooms")}
  join installed_meters on installed_meters.property_id = units.property_id and installed_meters.unit_id = units.id
    and installed_meters.last_seen_on < 'infinity')`;

const lastDayOfProperties = sql`(
  select max(properties.last_reading_on) from period join properties on properties.id = period.property_id)`;

export const overviewReport = report(
  "GET /v1/reporting/overview",
  { cache: "rolled-up" },
  ({ scope, tx, query, clock }) => overview(scope, tx, query, clock),
);
