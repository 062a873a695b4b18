import { t } from "@lingui/core/macro";
import type { Overview } from "../../../../contract/reporting/reporting.ts";

type Compared = Pick<Overview, "leak_cost_comparison" | "gallons_leaked_comparison" | "leak_percentage_comparison">;

/** The trend against the previous period, by cost of leaks; null: not known. */
export type Trend = "better" | "worse" | "same" | null;

/**
 * By the change of the leaks' cost; where there is none (nothing leaked before), by that of the gallons, then of the share.
 * What rounds to no change at one decimal, as badges show it, is none.
 */
export function trendOf(overview: Compared): Trend {
  const change =
    overview.leak_cost_comparison ?? overview.gallons_leaked_comparison ?? overview.leak_percentage_comparison;
  if (change === null) return null;
  const rounded = Math.round(change * 10);
  return rounded > 0 ? "worse" : rounded < 0 ? "better" : "same";
}

/** The label of a trend. */
export const trendLabels: Readonly<Record<NonNullable<Trend>, string>> = {
  better: t`Better than before.`,
  worse: t`Worse than before.`,
  same: t`As before.`,
};
