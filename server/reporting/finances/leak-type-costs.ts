import { asDollars } from "../../costs/price-of-day.ts";
import { report } from "../../query/report.ts";
import { percentChange } from "../change.ts";
import { kindsOfCost, sums } from "../totals.ts";

/** What leaks of the chosen properties and days cost, by kind, and in the period before. Each figure is rounded once. */
export const leakTypeCosts = report(
  "GET /v1/reporting/portfolio-insights/finances/leak-type-costs",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock }) => {
    const compared = await sums(scope, tx, query, clock);
    const [now, before] = [kindsOfCost(compared.now), kindsOfCost(compared.before)];
    return {
      total_cost: asDollars(now.all),
      toilet_leak_cost: asDollars(now.toilet),
      other_leak_cost: asDollars(now.other),
      toilet_leak_percentage: now.toiletPercentage,
      other_leak_percentage: now.otherPercentage,
      previous_period_cost: asDollars(before.all),
      percentage_difference: percentChange(now.all, before.all),
      previous_toilet_leak_cost: asDollars(before.toilet),
      toilet_leak_percentage_difference: percentChange(now.toilet, before.toilet),
      previous_other_leak_cost: asDollars(before.other),
      other_leak_percentage_difference: percentChange(now.other, before.other),
    };
  },
);
