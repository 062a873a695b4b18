import { z } from "zod";
import { type MappedProperty, mappedProperty } from "../../../contract/portfolio/portfolio-map.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import { queryRows } from "../../database/query-rows.ts";
import { report } from "../../query/report.ts";
import { asGallons } from "../../query/volume.ts";
import { gallonsPerBedroomOf, leakPercentageOf, performanceOf } from "../classes.ts";
import { figures, reportDays } from "../figures.ts";
import { centreOfZipCode } from "./zip-centres.ts";

/** A row as read: volumes in thousandths of a gallon, money in millionths of a dollar. */
const Mapped = mappedProperty.omit({ latitude: true, longitude: true }).extend({ zip_code: z.string() });

/**
 * Where each of the chosen properties is, and its figures of the period, the same as in propertyPerformance; by name.
 * A property without a ZIP code that is known has no place.
 */
export const propertyMap = report(
  "GET /v1/reporting/portfolio-insights/properties/map",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock }) => {
    const { ctes } = await reportDays(scope, tx, query, clock);
    const found = await queryRows(tx, Mapped)`
    with ${ctes}, ${figures}
    select figures.property_id, properties.name as property_name, properties.city, properties.state, properties.zip_code,
      figures.units, ${performanceOf("figures")} as performance, ${leakPercentageOf("figures")} as leak_percentage,
      figures.leaked as gallons_leaked, figures.leak_cost, ${gallonsPerBedroomOf("figures")} as gallons_per_bedroom_per_day
    from figures
    join properties on properties.id = figures.property_id
    order by lower(properties.name), figures.property_id`;
    return { properties: found.map(toMappedProperty) };
  },
);

function toMappedProperty({ zip_code, ...row }: z.output<typeof Mapped>): MappedProperty {
  return {
    ...row,
    ...(centreOfZipCode(zip_code) ?? { latitude: null, longitude: null }),
    gallons_leaked: asGallons(row.gallons_leaked),
    leak_cost: asDollars(row.leak_cost),
  };
}
