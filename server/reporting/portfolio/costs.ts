import type { Costs } from "../../../contract/portfolio-costs.ts";
import type { Clock } from "../../clock.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { percentChange } from "../change.ts";
import type { FiguresAsked } from "../known-days.ts";
import { asDollars } from "../price-of-day.ts";
import { type Sums, sums } from "../totals.ts";

/** Money in millionths of a dollar; null: nothing was measured. */
const costsOf = {
  total_cost: (of: Sums) => of.leak_cost,
  toilet_leak_cost: (of: Sums) => less(of.leak_cost, otherCost(of)),
  // Of two kinds, a water heater's leak is the other.
  other_leak_cost: otherCost,
  water_cost: (of: Sums) => of.cost,
  normal_cost: (of: Sums) => less(of.cost, of.leak_cost),
};

/**
 * What the water of the chosen properties and days cost: gallons of each day times the price of that day, summed exactly,
 * each sum rounded once.
 */
export async function costs(scope: Scope, tx: Transactional, asked: FiguresAsked, clock: Clock): Promise<Costs> {
  const { now, before } = await sums(scope, tx, asked, clock);
  const cost = (of: keyof typeof costsOf) => asDollars(costsOf[of](now));
  const change = (of: keyof typeof costsOf) => percentChange(costsOf[of](now), before && costsOf[of](before));
  const toiletShare = share(costsOf.toilet_leak_cost(now), now.leak_cost);
  return {
    total_cost: cost("total_cost"),
    total_cost_comparison: change("total_cost"),
    toilet_leak_cost: cost("toilet_leak_cost"),
    toilet_leak_cost_comparison: change("toilet_leak_cost"),
    other_leak_cost: cost("other_leak_cost"),
    other_leak_cost_comparison: change("other_leak_cost"),
    toilet_leak_percentage: toiletShare,
    other_leak_percentage: toiletShare === null ? null : 100 - toiletShare,
    water_cost: cost("water_cost"),
    water_cost_comparison: change("water_cost"),
    normal_cost: cost("normal_cost"),
    normal_cost_comparison: change("normal_cost"),
  };
}

function otherCost({ leak_cost, heater_cost, other_cost }: Sums): number | null {
  return leak_cost === null ? null : (heater_cost ?? 0) + (other_cost ?? 0);
}

function less(all: number | null, part: number | null): number | null {
  return all === null || part === null ? null : all - part;
}

function share(part: number | null, all: number | null): number | null {
  return part === null || all === null || all === 0 ? null : (part / all) * 100;
}
