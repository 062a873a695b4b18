import { t } from "@lingui/core/macro";
import { comparisonText } from "../../../../components/badges/comparison-text.ts";
import type { ChartPoint } from "../../../../components/chart/series.ts";
import { NOT_MEASURED } from "../../../../components/format.ts";

/** The text of a change in percent (null: nothing to compare with). */
export function changeText(percent: number | null): string {
  return percent === null ? NOT_MEASURED : comparisonText(percent, "%");
}

/** The points with what their figures changed by, for tooltip and table; without comparison as they are. */
export function comparedPoints(
  points: readonly ChartPoint[],
  changes: readonly { percentage_difference: number | null }[],
  isCompared: boolean,
): readonly ChartPoint[] {
  if (!isCompared) return points;
  return points.map((point, index) => {
    const text = changeText(changes[index]?.percentage_difference ?? null);
    return { ...point, facts: [{ name: t`Change`, text }] };
  });
}
