import { asDollars } from "../../costs/price-of-day.ts";
import { report } from "../../query/report.ts";
import { percentChange } from "../change.ts";
import { type Sums, seriesOf } from "../charts/series.ts";

const leakCostOf = (sums: Sums) => sums.toilet_cost + sums.heater_cost + sums.other_cost;

/**
 * What the water of the chosen properties cost by day, week or month: gallons of each day times the price of that day,
 * summed exactly, each figure rounded once. Of two kinds of leaks, a water heater's is the other.
 */
export const financeCosts = report(
  "GET /v1/reporting/portfolio-insights/finances/costs",
  { cache: "rolled-up" },
  async ({ scope, tx, query, clock }) => {
    const series = await seriesOf(scope, tx, query, clock);
    const ofAll = (side: "now" | "before", of: (sums: Sums) => number) => {
      const known = series.points.map((point) => point[side]).filter((sums) => sums !== null);
      return known.length === 0 ? null : known.reduce((total, sums) => total + of(sums), 0);
    };
    const [leakCost, leakCostBefore] = [ofAll("now", leakCostOf), ofAll("before", leakCostOf)];
    return {
      ...series,
      total_cost: asDollars(ofAll("now", ({ cost }) => cost)),
      leak_related_cost: asDollars(leakCost),
      previous_period_cost: asDollars(leakCostBefore),
      percentage_difference: percentChange(leakCost, leakCostBefore),
      points: series.points.map(({ now, before, ...bucket }) => {
        const dollars = (of: (sums: Sums) => number) => (now === null ? null : asDollars(of(now)));
        return {
          ...bucket,
          total_cost: dollars(({ cost }) => cost),
          normal_consumption: dollars((sums) => sums.cost - leakCostOf(sums)),
          leak_related_cost: dollars(leakCostOf),
          toilet_leaks_cost: dollars(({ toilet_cost }) => toilet_cost),
          other_leaks_cost: dollars(({ heater_cost, other_cost }) => heater_cost + other_cost),
          previous_period_cost: before === null ? null : asDollars(leakCostOf(before)),
          percentage_difference: percentChange(now && leakCostOf(now), before && leakCostOf(before)),
        };
      }),
    };
  },
);
