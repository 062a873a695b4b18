import { z } from "zod";
import { dollars, gallons, percent } from "../call/fields.ts";
import { propertyId, propertyName } from "../call/place-fields.ts";
import { changeOf, checkFigures, figuresListShape } from "../reporting/figures-shape.ts";
import { LEAK_PERCENTAGE } from "../reporting/reporting.ts";
import { gallonsPerBedroomOfProperty } from "./portfolio-efficiency.ts";

const NOTHING = "null: nothing was measured.";

export const rankingRow = z.object({
  rank: z.number().int().describe("Rank in the list's own order from 1, independent of ordering."),
  property_id: propertyId,
  property_name: propertyName,
  total_units: z.number().int().describe("Units of the property."),
  units_reporting: z.number().int().describe("Of them read on at least one day of the period."),
  leaking_units: z.number().int().describe("Of them with leak gallons in the period."),
  leaking_toilets: z.number().int().describe("Units with leak gallons of toilets."),
  leaking_other: z
    .number()
    .int()
    .describe("Units with leak gallons of anything else, water heaters among them; some have both."),
  leak_volume: gallons.nullable().describe(`Gallons that leaked in the period. ${NOTHING}`),
  leak_percentage: percent.nullable().describe(LEAK_PERCENTAGE),
  leak_percentage_comparison: changeOf("leak_percentage", "percentage points"),
  ranking: z
    .enum(["green", "yellow", "red"])
    .nullable()
    .describe(
      "Colour by leak percentage: green below 10, yellow below 25, else red. null: there is none, or no meter reported.",
    ),
  leak_cost: dollars.nullable().describe(`Dollars for what leaked, at the prices of each day. ${NOTHING}`),
  leak_cost_per_unit: dollars.nullable().describe(`Leak cost over all units of the property. ${NOTHING}`),
  gallons_per_bedroom_per_day: gallonsPerBedroomOfProperty,
});
export type RankingRow = z.infer<typeof rankingRow>;

export const rankingQuery = z
  .strictObject(
    figuresListShape(
      [
        "rank",
        "property_name",
        "total_units",
        "units_reporting",
        "leaking_units",
        "leaking_toilets",
        "leaking_other",
        "leak_volume",
        "leak_percentage",
        "ranking",
        "leak_cost",
        "leak_cost_per_unit",
        "gallons_per_bedroom_per_day",
      ],
      "rank",
    ),
  )
  .superRefine(checkFigures);
