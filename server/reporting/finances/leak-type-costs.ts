import type { LeakTypeCosts } from "../../../contract/finances.ts";
import type { Clock } from "../../clock.ts";
import type { Scope, Transactional } from "../../database/connect.ts";
import { percentChange } from "../change.ts";
import type { FiguresAsked } from "../known-days.ts";
import { asDollars } from "../price-of-day.ts";
import { type Totals, totals } from "../totals.ts";

/** Millionths of a dollar of the two kinds of leaks that are told apart; null: nothing was measured. */
function kindsOf(of: Totals | null) {
  if (of === null || of.leak_cost === null) return { all: null, toilet: null, other: null };
  const other = (of.heater_cost ?? 0) + (of.other_cost ?? 0);
  return { all: of.leak_cost, toilet: of.leak_cost - other, other };
}

/** What leaks of the chosen properties and days cost, by kind, and in the period before. Each figure is rounded once. */
export async function leakTypeCosts(
  scope: Scope,
  tx: Transactional,
  asked: FiguresAsked,
  clock: Clock,
): Promise<LeakTypeCosts> {
  const sums = await totals(scope, tx, asked, clock);
  const [now, before] = [kindsOf(sums.now), kindsOf(sums.before)];
  const toiletShare = now.toilet === null || now.all === 0 ? null : (now.toilet / now.all) * 100;
  return {
    total_cost: asDollars(now.all),
    toilet_leak_cost: asDollars(now.toilet),
    other_leak_cost: asDollars(now.other),
    toilet_leak_percentage: toiletShare,
    other_leak_percentage: toiletShare === null ? null : 100 - toiletShare,
    previous_period_cost: asDollars(before.all),
    percentage_difference: percentChange(now.all, before.all),
    previous_toilet_leak_cost: asDollars(before.toilet),
    toilet_leak_percentage_difference: percentChange(now.toilet, before.toilet),
    previous_other_leak_cost: asDollars(before.other),
    other_leak_percentage_difference: percentChange(now.other, before.other),
  };
}
