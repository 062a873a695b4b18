import { sql } from "kysely";
import type { PropertyRow } from "../../contract/reporting.ts";
import type { Clock } from "../clock.ts";
import type { Scope, Transactional } from "../database/connect.ts";
import type { PlacesAsked } from "./chosen-properties.ts";
import { classes, leakPercentageOf, performanceOf } from "./classes.ts";
import { figures, unitsIn } from "./figures.ts";
import { reportDays } from "./known-days.ts";
import { orderBy } from "./ordering.ts";
import type { PageAsked } from "./page.ts";
import type { PeriodAsked } from "./period.ts";
import { asGallons } from "./volume.ts";

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

interface Asked extends PlacesAsked, PeriodAsked, PageAsked {
  ordering: PerformanceField | `-${PerformanceField}`;
}

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
 * One page of the chosen properties with their consumption, leaks and class. A property without a reading meter in its
 * days has no class; without a measured day its volumes are null.
 */
export async function propertyPerformance(
  scope: Scope,
  tx: Transactional,
  asked: Asked,
  clock: Clock,
): Promise<{ count: number; rows: PropertyRow[] }> {
  const { properties, ctes } = await reportDays(scope, tx, asked, clock);
  const found = await sql<PropertyRow>`
    with ${ctes}, ${figures},
    listed as (
      select figures.property_id, figures.organization_id, properties.name as property_name, properties.state,
        ${performanceOf("figures")} as performance, figures.units,
        ${unitsIn(sql`figures.toilet_leak_units + figures.other_leak_units`)} as units_with_leakage,
        figures.bedrooms, figures.days_read, figures.gallons as gallons_consumed,
        ${leakPercentageOf("figures")} as leak_percentage, figures.leaked as gallons_leaked
      from figures join properties on properties.id = figures.property_id
      where not figures.is_previous
    )
    select * from listed ${orderBy(asked.ordering, columns, sql`property_id`)}
    limit ${asked.page_size} offset ${(asked.page - 1) * asked.page_size}
  `.execute(tx);
  const rows = found.rows.map((row) => ({
    ...row,
    gallons_consumed: asGallons(row.gallons_consumed),
    gallons_leaked: asGallons(row.gallons_leaked),
  }));
  return { count: properties.length, rows };
}
