import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { type RankingRow, rankingRow } from "../../../contract/portfolio/portfolio-ranking.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import { orderBy } from "../../query/ordering.ts";
import type { PageParams } from "../../query/page.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { pointChange } from "../change.ts";
import { gallonsPerBedroomOf, leakPercentageOf, performanceOf, rankingOf } from "../classes.ts";
import { type FigureParams, figures, reportDays } from "../figures.ts";
import { figuresWithPrevious, hasPrevious, numberedPage, Previous, previousColumns } from "../property-list.ts";

type RankingField = Exclude<keyof RankingRow, "property_id" | "leak_percentage_comparison">;

interface RankingParams extends FigureParams, PageParams {
  ordering: RankingField | `-${RankingField}`;
}

/** Which properties are in a ranking, and in what order: SQL over rows of `ranked`. */
interface Ranking {
  isListed: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
}

/** A row as read: volumes in thousandths of a gallon, money in millionths of a dollar. */
const Ranked = rankingRow.omit({ leak_percentage_comparison: true }).extend(Previous.shape);

const columns: Record<RankingField, RawBuilder<unknown>> = {
  rank: sql`rank`,
  property_name: sql`lower(property_name)`,
  total_units: sql`total_units`,
  units_reporting: sql`units_reporting`,
  leaking_units: sql`leaking_units`,
  leaking_toilets: sql`leaking_toilets`,
  leaking_other: sql`leaking_other`,
  leak_volume: sql`leak_volume`,
  leak_percentage: sql`leak_percentage`,
  ranking: sql`array_position(array['green', 'yellow', 'red'], ranking)`,
  leak_cost: sql`leak_cost`,
  leak_cost_per_unit: sql`leak_cost_per_unit`,
  gallons_per_bedroom_per_day: sql`gallons_per_bedroom_per_day`,
};

/** One page of a ranking of the chosen properties, and how many are in it. */
async function rankedProperties(
  scope: Scope,
  tx: Transactional,
  params: RankingParams,
  clock: Clock,
  ranking: Ranking,
): Promise<{ count: number; rows: RankingRow[] }> {
  const { ctes } = await reportDays(scope, tx, params, clock);
  const { count, rows } = await numberedPage(
    tx,
    params,
    Ranked,
    orderBy(params.ordering, columns, sql`property_id`),
    sql`
    with ${ctes}, ${figures},
    ranked as (
      select figures.property_id, properties.name as property_name, figures.units as total_units,
        figures.reporting_units as units_reporting, figures.leaking_units, figures.leaking_toilets,
        figures.leaking_other,
        figures.leaked as leak_volume, ${leakPercentageOf("figures")} as leak_percentage,
        ${rankingOf(performanceOf("figures"))} as ranking, ${performanceOf("figures")} as performance,
        figures.leak_cost, figures.leak_cost::float8 / nullif(figures.units, 0) as leak_cost_per_unit,
        ${gallonsPerBedroomOf("figures")} as gallons_per_bedroom_per_day,
        ${previousColumns}
      from ${figuresWithPrevious} figures
      join properties on properties.id = figures.property_id
    ),
    listed as (
      select ranked.*, row_number() over (${ranking.order}) as rank from ranked where ${ranking.isListed}
    )`,
  );
  return { count, rows: rows.map(toRankingRow) };
}

function toRankingRow(row: z.output<typeof Ranked>): RankingRow {
  return {
    ...row,
    leak_volume: asGallons(row.leak_volume),
    leak_cost: asDollars(row.leak_cost),
    leak_cost_per_unit: asDollars(row.leak_cost_per_unit),
    leak_percentage_comparison: hasPrevious(row) ? pointChange(row.leak_percentage, row.previous_percentage) : null,
  };
}

/**
 * Properties that leak, those with the highest leak cost per unit first: also those in which no meter's day was read, so
 * that the rows add up to what leaked in all of them. These have no colour.
 */
const watchlist: Ranking = {
  isListed: sql`leak_volume > 0`,
  order: sql`order by leak_cost_per_unit desc nulls last, property_id`,
};

/** Per cent of a property's units that must report before it can be among the best. */
const REPORTING_FROM = 80;

/** Properties with the lowest leak percentage first, of equal ones those with the least gallons per bedroom and day. */
const toplist: Ranking = {
  isListed: sql`leak_percentage is not null and units_reporting * 100 >= total_units * ${REPORTING_FROM}::int`,
  order: sql`order by leak_percentage, gallons_per_bedroom_per_day nulls last, property_id`,
};

/** The properties of the watchlist for these params, on all of its pages. */
export async function watchedProperties(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  clock: Clock,
): Promise<number[]> {
  const { ctes } = await reportDays(scope, tx, { ...params, comparison: undefined }, clock);
  const found = await queryRows(tx, z.object({ property_id: z.int() }))`
    with ${ctes}, ${figures}, ranked as (select property_id, leaked as leak_volume from figures)
    select property_id from ranked where ${watchlist.isListed}`;
  return found.map(({ property_id }) => property_id);
}

export const watchlistReport = report(
  "GET /v1/reporting/portfolio-insights/performance-ranking/watchlist",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => page(query, await rankedProperties(scope, tx, query, clock, watchlist)),
);

export const toplistReport = report(
  "GET /v1/reporting/portfolio-insights/performance-ranking/toplist",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => page(query, await rankedProperties(scope, tx, query, clock, toplist)),
);
