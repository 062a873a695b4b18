import type { LeakTypeCosts } from "../../../contract/finances.ts";
import { asDollars } from "../../costs/price-of-day.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { report } from "../../query/report.ts";
import type { Clock } from "../../time/clock.ts";
import { percentChange } from "../change.ts";
import { kindsOfCost } from "../kinds-of-cost.ts";
import type { FigureParams } from "../known-days.ts";
import { sums } from "../totals.ts";

/** What leaks of the chosen properties and days cost, by kind, and in the period before. Each figure is rounded once. */
export async function leakTypeCosts(
  scope: Scope,
  tx: Transactional,
  params: FigureParams,
  clock: Clock,
): Promise<LeakTypeCosts> {
  const compared = await sums(scope, tx, params, clock);
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
}

export const leakTypeCostsReport = report(
  "GET /v1/reporting/portfolio-insights/finances/leak-type-costs",
  { cache: "rolled-up" },
  ({ scope, tx, query, clock }) => leakTypeCosts(scope, tx, query, clock),
);
