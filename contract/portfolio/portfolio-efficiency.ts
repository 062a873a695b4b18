import { z } from "zod";
import { changeOf } from "../reporting/figures-shape.ts";

const gallonsPerBedroom = z.number().nullable().meta({ "x-unit": "gallons per bedroom and day" });

export const gallonsPerBedroomOfProperty = gallonsPerBedroom.describe(
  "Gallons of units with whole-unit meters, divided by bedrooms times days, over the days on which they were read; a studio counts as one bedroom. null: no such days.",
);

const efficiency = (of: string, units: string) =>
  z
    .object({
      gallons_per_bedroom_per_day: gallonsPerBedroom.describe(
        `Gallons of ${of} over the bedrooms times days of the same units on the days on which these were read; a studio counts as one bedroom. null: none were.`,
      ),
      comparison_value: changeOf("gallons_per_bedroom_per_day"),
      units_count: z.number().int().describe(units),
      bedroom_days: z.number().int().describe("Bedrooms times days, the divisor."),
    })
    .describe(`Gallons per bedroom and day of ${of}.`);

const scaleBound = (text: string) => z.number().meta({ "x-unit": "gallons per bedroom and day", description: text });

export const waterUse = z.object({
  whole_unit: efficiency(
    "units that are measured as a whole (SPOE, or both DPOE)",
    "Units with a meter of the whole unit in service.",
  ),
  toilet: efficiency("toilets", "Units with a toilet's meter in service."),
  water_heater: efficiency("water heaters", "Units with a water heater's meter in service."),
  class: z
    .enum(["efficient", "usual", "high"])
    .nullable()
    .describe(
      "Where whole_unit is on the published scale: efficient below usual_from, high above high_above, usual between. Toilets and heaters have no scale. null: whole_unit has no figure.",
    ),
  scale: z
    .object({
      usual_from: scaleBound("Less than this is efficient."),
      high_above: scaleBound("More than this is high."),
      target: scaleBound("What a well kept building reaches."),
    })
    .describe("Published figures for apartment houses: WegoWise, and of the target Boston LISC."),
});
export type WaterUse = z.infer<typeof waterUse>;
