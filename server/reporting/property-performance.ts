import { sql } from "kysely";
import type { Performance, PropertyRow } from "../../contract/reporting.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import { orderBy } from "../query/ordering.ts";
import type { PageParams } from "../query/page.ts";
import { report } from "../query/report.ts";
import { asGallons } from "../query/volume.ts";
import type { Clock } from "../time/clock.ts";
import { type Coverage, percentChange, pointChange } from "./change.ts";
import { classes, leakPercentageOf, performanceOf } from "./classes.ts";
import { figures } from "./figures.ts";
import { type FigureParams, reportDays } from "./known-days.ts";
import { numberedPage } from "./numbered-page.ts";
import { figuresWithPrevious, hasPrevious, type Previous, previousColumns } from "./with-previous.ts";

type PerformanceField =
  | "property_name"
  | "state"
  | "performance"
  | "units"
  | "units_with_leakage"
  | "bedrooms"
  | "days_read"
  | "gallons_consumed"
  | "leak_percentage"
  | "gallons_leaked";

interface Params extends FigureParams, PageParams {
  ordering: PerformanceField | `-${PerformanceField}`;
  performance?: Performance[] | undefined;
}

/** A row as read: volumes in thousandths of a gallon. */
type Listed = Pick<PropertyRow, "property_id" | "organization_id" | PerformanceField> & Coverage & Previous;

const columns = {
  property_name: sql`lower(property_name)`,
  state: sql`state`,
  performance: sql`array_position(${classes}::text[], performance)`,
  units: sql`units`,
  units_with_leakage: sql`units_with_leakage`,
  bedrooms: sql`bedrooms`,
  days_read: sql`days_read`,
  gallons_consumed: sql`gallons_consumed`,
  leak_percentage: sql`leak_percentage`,
  gallons_leaked: sql`gallons_leaked`,
};

/**
 * One page of the chosen properties with their consumption, leaks and class, and with their change against the days
 * before. A property without a reading meter in its days has no class; without a measured day its volumes are null.
 */
export async function propertyPerformance(
  scope: Scope,
  tx: Transactional,
  params: Params,
  clock: Clock,
): Promise<{ count: number; rows: PropertyRow[] }> {
  const { ctes } = await reportDays(scope, tx, params, clock);
  const { performance = null } = params;
  const { count, rows } = await numberedPage<Listed>(
    tx,
    params,
    orderBy(params.ordering, columns, sql`property_id`),
    sql`
    with ${ctes}, ${figures},
    classed as (
      select figures.property_id, figures.organization_id, properties.name as property_name, properties.state,
        ${performanceOf("figures")} as performance, figures.units,
        figures.leaking_units as units_with_leakage,
        figures.bedrooms, figures.days_read, figures.gallons as gallons_consumed,
        ${leakPercentageOf("figures")} as leak_percentage, figures.leaked as gallons_leaked,
        figures.meter_days_read, figures.meter_days_expected,
        ${previousColumns}
      from ${figuresWithPrevious} figures
      join properties on properties.id = figures.property_id
    ),
    listed as (
      select * from classed
      where ${performance}::text[] is null or performance = any(${performance}::text[])
    )`,
  );
  return { count, rows: rows.map(toPropertyRow) };
}

function toPropertyRow(row: Listed): PropertyRow {
  const isCompared = hasPrevious(row);
  return {
    ...row,
    gallons_consumed: asGallons(row.gallons_consumed),
    gallons_leaked: asGallons(row.gallons_leaked),
    gallons_consumed_comparison: isCompared ? percentChange(row.gallons_consumed, row.previous_gallons) : null,
    leak_percentage_comparison: isCompared ? pointChange(row.leak_percentage, row.previous_percentage) : null,
    gallons_leaked_comparison: isCompared ? percentChange(row.gallons_leaked, row.previous_leaked) : null,
  };
}

export const propertyPerformanceReport = report(
  "GET /v1/reporting/portfolio-insights/properties/performance",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => page(query, await propertyPerformance(scope, tx, query, clock)),
);
