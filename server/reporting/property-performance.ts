import { sql } from "kysely";
import type { z } from "zod";
import { propertyRow } from "../../contract/reporting/reporting.ts";
import { orderBy } from "../query/ordering.ts";
import { report } from "../query/report.ts";
import { asGallons } from "../query/volume.ts";
import { percentChange, pointChange } from "./change.ts";
import { classes, leakPercentageOf, performanceOf } from "./classes.ts";
import { figures, reportDays } from "./figures.ts";
import { figuresWithPrevious, hasPrevious, numberedPage, Previous, previousColumns } from "./property-list.ts";

const comparisons = {
  gallons_consumed_comparison: true,
  leak_percentage_comparison: true,
  gallons_leaked_comparison: true,
} as const;

/** A row as read: volumes in thousandths of a gallon. */
const Listed = propertyRow.omit(comparisons).extend(Previous.shape);

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
export const propertyPerformance = report(
  "GET /v1/reporting/portfolio-insights/properties/performance",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock, page }) => {
    const { ctes } = await reportDays(scope, tx, query, clock);
    const { performance = null } = query;
    const { count, rows } = await numberedPage(
      tx,
      query,
      Listed,
      orderBy(query.ordering, columns, sql`property_id`),
      sql`
      with ${ctes}, ${figures},
      classed as (
        select figures.property_id, figures.organization_id, properties.name as property_name, properties.state,
          ${performanceOf("figures")} as performance, figures.units,
          figures.leaking_units as units_with_leakage,
          figures.bedrooms, figures.days_read, figures.gallons as gallons_consumed,
          ${leakPercentageOf("figures")} as leak_percentage, figures.leaked as gallons_leaked,
          ${previousColumns}
        from ${figuresWithPrevious} figures
        join properties on properties.id = figures.property_id
      ),
      listed as (
        select * from classed
        where ${performance}::text[] is null or performance = any(${performance}::text[])
      )`,
    );
    return page(query, { count, rows: rows.map(toPropertyRow) });
  },
);

function toPropertyRow(row: z.output<typeof Listed>) {
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
