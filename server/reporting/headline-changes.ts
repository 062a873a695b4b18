import { leakPercentage } from "../query/volume.ts";
import { percentChange, pointChange } from "./change.ts";
import type { Totals } from "./totals.ts";

/** How headline figures changed against the days before: in percent, of the leak percentage in points; null where not compared. */
export function headlineChanges(now: Totals, before: Totals | null) {
  const percentage = ({ leaked, gallons }: Totals) => leakPercentage(leaked, gallons);
  const change = (of: "leaking_units" | "gallons" | "leaked" | "leak_cost") =>
    percentChange(now[of], before === null ? null : before[of]);
  return {
    units_with_leakage_comparison: change("leaking_units"),
    gallons_consumed_comparison: change("gallons"),
    gallons_leaked_comparison: change("leaked"),
    leak_percentage_comparison: pointChange(percentage(now), before && percentage(before)),
    leak_cost_comparison: change("leak_cost"),
  };
}
