import { z } from "zod";

/** Cards of the portfolio's overviews, in the order in which screens show them; a favourite is kept by this id. */
export const cardIds = [
  "gallons_consumed",
  "gallons_leaked",
  "leak_percentage",
  "leak_cost",
  "units_with_leakage",
  "gbd",
] as const;
export type CardId = (typeof cardIds)[number];

const part = (of: string) =>
  z
    .number()
    .nullable()
    .describe(
      `Part of the value by leaks of ${of}: gallons, percentage points, dollars or units; for gbd, what ${of} themselves used, in gallons per bedroom and day. null: the card has no value, or for gbd none were read.`,
    );

const change = (of: string) =>
  z
    .number()
    .nullable()
    .describe(
      `Change of ${of} against the previous period: in percentage points for the card leak_percentage, else in percent. null: not requested, the last day of the period is not over, either period has less than 80 % of its meter-days read, or no previous figure (for percent: 0).`,
    );

export const card = z.object({
  id: z
    .enum(cardIds)
    .describe(
      "Which card: gallons used, gallons leaked, leak gallons per hundred gallons, dollars for what leaked, units that leaked, or gbd: gallons per bedroom and day of units that are measured as a whole.",
    ),
  title: z.string().describe("Name of the card."),
  unit: z
    .enum(["gallons", "percent", "dollars", "units", "gallons per bedroom and day"])
    .describe("Unit of the card's values."),
  value: z.number().nullable().describe("The card's figure, in its unit; null: nothing was measured."),
  comparison_value: change("the value"),
  toilet_leak_value: part("toilets"),
  toilet_leak_comparison_value: change("toilet_leak_value"),
  water_heater_leak_value: part("water heaters"),
  water_heater_leak_comparison_value: change("water_heater_leak_value"),
  units_count: z.number().int().describe("The requested units."),
  spoe_dpoe_units_count: z.number().int().describe("Of them with a meter of the whole unit in service."),
  toilet_units_count: z.number().int().describe("Of them with a toilet's meter in service."),
  water_heater_units_count: z.number().int().describe("Of them with a water heater's meter in service."),
});
export type Card = z.infer<typeof card>;
