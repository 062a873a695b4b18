import { z } from "zod";
import { dollars, percent } from "../call/fields.ts";
import { changeOf } from "../reporting/figures-shape.ts";

const NOTHING = "null: nothing was measured.";
export const cost = (of: string) =>
  dollars.nullable().describe(`Dollars for ${of}, at the prices of each day. ${NOTHING}`);
const share = (of: string) => percent.nullable().describe(`Percentage of leak cost by ${of}. null: no leak cost.`);

export const costs = z.object({
  total_cost: cost("all that leaked: toilet leaks and other leaks, rounded once from their exact sum"),
  total_cost_comparison: changeOf("total_cost"),
  toilet_leak_cost: cost("toilet leaks"),
  toilet_leak_cost_comparison: changeOf("toilet_leak_cost"),
  other_leak_cost: cost(
    "all other leaks, water heaters' among them; rounded for itself, so that it and toilet_leak_cost may differ by a cent from total_cost",
  ),
  other_leak_cost_comparison: changeOf("other_leak_cost"),
  toilet_leak_percentage: share("toilet leaks"),
  other_leak_percentage: share("other leaks").describe(
    "Percentage of leak cost by other leaks; adds up to 100 with toilet_leak_percentage. null: no leak cost.",
  ),
  water_cost: cost("all water used"),
  water_cost_comparison: changeOf("water_cost"),
  normal_cost: cost("the water used that did not leak"),
  normal_cost_comparison: changeOf("normal_cost"),
});
export type Costs = z.infer<typeof costs>;
