import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type LeakPropertyRow, leakPropertyRow } from "../../../contract/reporting/top-leaks.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { type ChosenProperty, matchesPlaces, periodTable, withinPeriod } from "../../query/chosen-properties.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { leakPercentageOf } from "../classes.ts";
import { figures, reportDays } from "../figures.ts";
import { daysOfRun, type LeakParams, leakingPlaces, leakOf, runOfPlace } from "../leak-definitions.ts";
import { numberedPage } from "../property-list.ts";

type PropertyField = Exclude<keyof LeakPropertyRow, "property_id">;

interface Params extends LeakParams, PageParams {
  ordering: PropertyField | `-${PropertyField}`;
}

const Total = z.object({ property_id: z.int(), leaked: z.int() });

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
async function topProperties(
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
  const { count, rows } = await numberedPage(
    tx,
    params,
    leakPropertyRow,
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
  const onPage = new Set(rows.map((row) => row.property_id));
  const ofPage = properties.filter((property) => onPage.has(property.propertyId));
  const known = byTotal
    ? new Map(rows.map((row) => [row.property_id, row.total_gallons_leaked]))
    : await totalsOf(tx, ofPage, params, clock);
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

/** SQL: `leak`, a case, has leak gallons in the days of its property. */
const leakedInPeriod = sql`exists (
  select from period join leak_case_days known on known.property_id = period.property_id
  where period.property_id = leak.property_id and known.case_id = leak.id
    and known.day between period.start_date and period.end_date)`;

/** SQL: a unit leaked in these days. */
const hasLeaked = sql`coalesce(get_bit(figures.leak_units, units.bit_index), 0) = 1`;

/** SQL: a row of `figures` is of a requested property: of those with a row in the leak list of units. */
function isListed(params: Params): RawBuilder<unknown> {
  const leaked = sql`figures.leaked > 0`;
  if (!params.include_active_leak && !params.only_active) return leaked;
  const isActive = (among: RawBuilder<unknown>) => sql`exists (
    select from leak_cases leak
    join units on units.property_id = leak.property_id and units.id = leak.unit_id
    where leak.property_id = figures.property_id and leak.over_at is null
      and ${isRequested(params)} and ${among})`;
  if (!params.only_active) return sql`(${leaked} or ${isActive(sql`true`)})`;
  return isActive(params.include_active_leak ? sql`(${leakedInPeriod} or not ${hasLeaked})` : leakedInPeriod);
}

/** Thousandths of a gallon since the begin of the leaks of the leak list's units, by property. */
async function totalsOf(
  tx: Transactional,
  properties: ChosenProperty[],
  params: Params,
  clock: Clock,
): Promise<Map<number, number>> {
  const rows = await queryRows(tx, Total)`${totalsOfProperties(properties, params, clock)}`;
  return new Map(rows.map((row) => [row.property_id, row.leaked]));
}

/** SQL: rows of Total. */
function totalsOfProperties(properties: ChosenProperty[], params: Params, clock: Clock): RawBuilder<unknown> {
  return sql`
    with period as materialized (select * from ${periodTable(properties)} chosen),
    ${leakingPlaces(withinPeriod(properties, params, clock), params, { runs: true, expense: false })}
    select place.property_id, sum(since_start.leaked)::bigint as leaked
    from place ${runOfPlace(true)}
    cross join lateral (select coalesce(sum(leaked), 0) as leaked from ${daysOfRun} known) since_start
    where exists (
      select from units
      where units.property_id = place.property_id and units.id = place.unit_id and ${isRequested(params)} offset 0)
    group by place.property_id`;
}

/** SQL: `units` are requested. */
function isRequested(params: LeakParams): RawBuilder<unknown> {
  return matchesPlaces(params, "units.building_id", "units.id", "units.bedrooms");
}

export const topPropertiesReport = report(
  "GET /v1/reporting/top-leak-volume/properties",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => page(query, await topProperties(scope, tx, query, clock)),
);
