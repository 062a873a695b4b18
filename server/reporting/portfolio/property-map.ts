import { sql } from "kysely";
import type { MappedProperty } from "../../../contract/portfolio-map.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import type { Clock } from "../../time/clock.ts";
import { leakPercentageOf, performanceOf } from "../classes.ts";
import { figures } from "../figures.ts";
import { type FigureParams, reportDays } from "../known-days.ts";
import { centreOfZipCode } from "./zip-centres.ts";

/** A row as read: volumes in thousandths of a gallon, money in millionths of a dollar. */
type Mapped = Omit<MappedProperty, "latitude" | "longitude"> & { zip_code: string };

/**
 * Where each of the chosen properties is, and its figures of the period, the same as in propertyPerformance; by name.
 * A property without a ZIP code that is known has no place.
 */
export async function propertyMap(
  scope: Scope,
  tx: Transactional,
  params: Omit<FigureParams, "comparison">,
  clock: Clock,
): Promise<{ properties: MappedProperty[] }> {
  const { ctes } = await reportDays(scope, tx, params, clock);
  const found = await sql<Mapped>`
    with ${ctes}, ${figures}
    select figures.property_id, properties.name as property_name, properties.city, properties.state, properties.zip_code,
      figures.units, ${performanceOf("figures")} as performance, ${leakPercentageOf("figures")} as leak_percentage,
      figures.leaked as gallons_leaked, figures.leak_cost
    from figures
    join properties on properties.id = figures.property_id
    order by lower(properties.name), figures.property_id`.execute(tx);
  return { properties: found.rows.map(toMappedProperty) };
}

function toMappedProperty({ zip_code, ...row }: Mapped): MappedProperty {
  return {
    ...row,
    ...(centreOfZipCode(zip_code) ?? { latitude: null, longitude: null }),
    gallons_leaked: asGallons(row.gallons_leaked),
    leak_cost: asDollars(row.leak_cost),
  };
}

export const propertyMapReport = report(
  "GET /v1/reporting/portfolio-insights/properties/map",
  { cache: "rolled-up" },
  ({ scope, tx, query, clock }) => propertyMap(scope, tx, query, clock),
);
