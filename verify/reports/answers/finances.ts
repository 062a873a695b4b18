import type { Sums } from "../figures/sums.ts";
import type { Answer, Params } from "./answer.ts";
import { chartOf } from "./charts.ts";
import { changeOf, compared } from "./compared.ts";
import { costsIn } from "./portfolio.ts";
import { dollarsOrNull } from "./sides.ts";

export const financeCosts: Answer = (params) => {
  const of = compared(params);
  const { leak, toilet, other, water, normal } = costsIn(params.figures);
  const before = (sums: Sums, isCompared: boolean) => (isCompared ? dollarsOrNull(leak(sums)) : null);
  const beside = {
    total_cost: dollarsOrNull(water(of.now)),
    leak_related_cost: dollarsOrNull(leak(of.now)),
    previous_period_cost: before(of.before, of.isCompared),
    percentage_difference: changeOf(of, leak),
  };
  return chartOf(params, beside, (point, isCompared) => ({
    total_cost: dollarsOrNull(water(point.now)),
    normal_consumption: dollarsOrNull(normal(point.now)),
    leak_related_cost: dollarsOrNull(leak(point.now)),
    toilet_leaks_cost: dollarsOrNull(toilet(point.now)),
    other_leaks_cost: dollarsOrNull(other(point.now)),
    previous_period_cost: before(point.before, isCompared),
    percentage_difference: changeOf({ ...point, isCompared }, leak),
  }));
};

export const leakTypeCosts: Answer = (params: Params) => {
  const of = compared(params);
  const { leak, toilet, other } = costsIn(params.figures);
  const all = leak(of.now) ?? 0;
  const share = all === 0 ? null : ((toilet(of.now) ?? 0) / all) * 100;
  const before = (cost: (sums: Sums) => number | null) => (of.isCompared ? dollarsOrNull(cost(of.before)) : null);
  return {
    body: {
      total_cost: dollarsOrNull(leak(of.now)),
      toilet_leak_cost: dollarsOrNull(toilet(of.now)),
      other_leak_cost: dollarsOrNull(other(of.now)),
      toilet_leak_percentage: share,
      other_leak_percentage: share === null ? null : 100 - share,
      previous_period_cost: before(leak),
      percentage_difference: changeOf(of, leak),
      previous_toilet_leak_cost: before(toilet),
      toilet_leak_percentage_difference: changeOf(of, toilet),
      previous_other_leak_cost: before(other),
      other_leak_percentage_difference: changeOf(of, other),
    },
  };
};
