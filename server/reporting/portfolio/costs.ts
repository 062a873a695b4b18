import { asDollars } from "../../costs/price-of-day.ts";
import { report } from "../../query/report.ts";
import { percentChange } from "../change.ts";
import { kindsOfCost, type Sums, sums } from "../totals.ts";

/** Millionths of a dollar; null: nothing was measured, or no period. */
function costsOf(of: Sums | null) {
  const { all, toilet, other } = kindsOfCost(of);
  const water = of?.cost ?? null;
  return {
    total_cost: all,
    toilet_leak_cost: toilet,
    other_leak_cost: other,
    water_cost: water,
    normal_cost: water === null || all === null ? null : water - all,
  };
}

/**
 * What the water of the chosen properties and days cost: gallons of each day times the price of that day, summed exactly,
 * each sum rounded once.
 */
export const costs = report(
  "GET /v1/reporting/portfolio-insights/costs",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock }) => {
    const { now, before } = await sums(scope, tx, query, clock);
    const [current, previous] = [costsOf(now), costsOf(before)];
    const cost = (of: keyof typeof current) => asDollars(current[of]);
    const change = (of: keyof typeof current) => percentChange(current[of], previous[of]);
    const { toiletPercentage, otherPercentage } = kindsOfCost(now);
    return {
      total_cost: cost("total_cost"),
      total_cost_comparison: change("total_cost"),
      toilet_leak_cost: cost("toilet_leak_cost"),
      toilet_leak_cost_comparison: change("toilet_leak_cost"),
      other_leak_cost: cost("other_leak_cost"),
      other_leak_cost_comparison: change("other_leak_cost"),
      toilet_leak_percentage: toiletPercentage,
      other_leak_percentage: otherPercentage,
      water_cost: cost("water_cost"),
      water_cost_comparison: change("water_cost"),
      normal_cost: cost("normal_cost"),
      normal_cost_comparison: change("normal_cost"),
    };
  },
);
