import { type RawBuilder, sql } from "kysely";
import type { LeakPropertyRow } from "../../../contract/top-leaks.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { type ChosenProperty, periodTable, withinPeriod } from "../../query/chosen-properties.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { hasBedrooms, isByBedrooms } from "../bedrooms.ts";
import { leakPercentageOf } from "../classes.ts";
import { figures } from "../figures.ts";
import { reportDays } from "../known-days.ts";
import { withTotal } from "../leak-list-figures.ts";
import type { LeakParams } from "../leak-params.ts";
import { leakingPlaces, leakRuns, silentPlaces, withRun } from "../leak-places.ts";
import { leakOf } from "../leaking-units.ts";
import { numberedPage } from "../numbered-page.ts";

type PropertyField = Exclude<keyof LeakPropertyRow, "property_id">;

interface Params extends LeakParams, PageParams {
  ordering: PropertyField | `-${PropertyField}`;
}

const columns: Record<PropertyField, RawBuilder<unknown>> = {
  property_name: sql`lower(property_name)`,
  units_with_leakage: sql`units_with_leakage`,
  gallons_leaked: sql`gallons_leaked`,
  gallons_consumed: sql`gallons_consumed`,
  leak_percentage: sql`leak_percentage`,
  total_gallons_leaked: sql`total_gallons_leaked`,
  leak_days: sql`leak_days`,
};

/**
 * One page of the properties whose units leaked in the chosen days. `include_active_leak` adds those with a unit whose
 * leak goes on but had no leak gallons in this period; `only_active` keeps those where a leak of the listed units goes
 * on. Figures are those of all requested units; what leaked since the leaks began is that of the leak list's units, and
 * read for the properties of the page only, unless they are ordered by it.
 */
export async function topProperties(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: LeakPropertyRow[] }> {
  const { properties, ctes } = await reportDays(scope, tx, params, clock);
  const byTotal = /total_gallons_leaked$/.test(params.ordering);
  const totals = byTotal ? sql`, total as (${totalsOfProperties(properties, params, clock)})` : sql``;
  const ofTotals = byTotal
    ? { column: sql`coalesce(total.leaked, 0)`, join: sql`left join total on total.property_id = figures.property_id` }
    : { column: sql`0::bigint`, join: sql`` };
  const { count, rows } = await numberedPage<LeakPropertyRow>(
    tx,
    params,
    orderBy(params.ordering, columns, sql`property_id`),
    sql`
      with ${ctes}, ${figures},
      leak_day as (select property_id, count(*) as leak_days from days where ${leakOf("days")} > 0 group by property_id)
      ${totals},
      listed as (
        select figures.property_id, properties.name as property_name,
          figures.leaking_units as units_with_leakage,
          coalesce(figures.leaked, 0) as gallons_leaked, figures.gallons as gallons_consumed,
          ${leakPercentageOf("figures")} as leak_percentage, ${ofTotals.column} as total_gallons_leaked,
          coalesce(leak_day.leak_days, 0) as leak_days
        from figures
        join properties on properties.id = figures.property_id
        left join leak_day on leak_day.property_id = figures.property_id
        ${ofTotals.join}
        where ${isListed(params)}
      )`,
  );
  const known = byTotal
    ? new Map(rows.map((row) => [row.property_id, row.total_gallons_leaked]))
    : await totalsOf(tx, properties, rows, params, clock);
  return {
    count,
    rows: rows.map((row) => ({
      property_id: row.property_id,
      property_name: row.property_name,
      units_with_leakage: row.units_with_leakage,
      gallons_leaked: asGallons(row.gallons_leaked),
      gallons_consumed: asGallons(row.gallons_consumed),
      leak_percentage: row.leak_percentage,
      total_gallons_leaked: asGallons(known.get(row.property_id) ?? 0),
      leak_days: row.leak_days,
    })),
  };
}

/** SQL: a row of `figures` is of a requested property. */
function isListed(params: Params): RawBuilder<unknown> {
  const leaked = sql`figures.leaked > 0`;
  if (!params.include_active_leak && !params.only_active) return leaked;
  const isActive = (among: RawBuilder<unknown>) => sql`exists (
    select from leaks leak
    join units on units.property_id = leak.property_id and units.id = leak.unit_id
    where leak.property_id = figures.property_id and leak.ended_at is null and not leak.suspected
      and ${isRequestedUnit(params)} and ${among})`;
  if (params.include_active_leak)
    return params.only_active ? isActive(sql`true`) : sql`(${leaked} or ${isActive(sql`true`)})`;
  return isActive(sql`get_bit(figures.leak_units, units.seat) = 1`);
}

/** SQL: `units` are requested. */
function isRequestedUnit(params: LeakParams): RawBuilder<unknown> {
  const { building_id: buildings = null, unit_id: units = null } = params;
  return sql`((${buildings}::bigint[] is null or units.building_id = any(${buildings}::bigint[]))
    and (${units}::bigint[] is null or units.id = any(${units}::bigint[])) and ${hasBedrooms(params, "units.bedrooms")})`;
}

async function totalsOf(
  tx: Transactional,
  properties: ChosenProperty[],
  rows: readonly LeakPropertyRow[],
  params: Params,
  clock: Clock,
): Promise<Map<number, number>> {
  const ids = new Set(rows.map((row) => row.property_id));
  const ofPage = properties.filter((property) => ids.has(property.propertyId));
  const found = await sql<{
    property_id: number;
    leaked: number;
  }>`${totalsOfProperties(ofPage, params, clock)}`.execute(tx);
  return new Map(found.rows.map((row) => [row.property_id, row.leaked]));
}

/** SQL: rows (property_id, leaked), thousandths of a gallon since the begin of the leaks of the leak list's units. */
function totalsOfProperties(properties: ChosenProperty[], params: Params, clock: Clock): RawBuilder<unknown> {
  const silent = params.include_active_leak
    ? sql`union all select * from (${silentPlaces("leaking_place", "run_of_all")}) silent`
    : sql``;
  const hasUnits = params.building_id !== undefined || params.unit_id !== undefined || isByBedrooms(params);
  const ofUnits = hasUnits
    ? sql`join units on units.property_id = known.property_id and units.id = known.unit_id and ${isRequestedUnit(params)}`
    : sql`where known.unit_id is not null`;
  return sql`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    leaking_place as materialized (${leakingPlaces(withinPeriod(properties, params, clock))}),
    run_of_all as materialized (${leakRuns(null)}),
    place as (
      select known.*, toilet_leak + heater_leak + other_leak as gallons_leaked
      from (select * from leaking_place ${silent}) known
      ${ofUnits}
    ),
    place_run as materialized (${withRun("place", "run_of_all")}),
    place_total as (${withTotal("place_run")})
    select property_id, sum(total_gallons_leaked)::bigint as leaked from place_total group by property_id`;
}
