import { t } from "@lingui/core/macro";
import type { FinanceCosts } from "../../../../contract/costs/finances.ts";
import type { ChartSeries } from "../../../components/chart/series.ts";
import { costsSeries } from "../../property/report-dialogs/costs/costs-series.ts";

/**
 * What all water cost: toilet leaks, other leaks and normal consumption on each other. Leaks stand below, so that the
 * dashed line, what leaks cost in the period before, can be held against them.
 */
export function waterCostSeries(points: FinanceCosts["points"], isCompared: boolean): ChartSeries[] {
  const leaks = costsSeries(points, isCompared);
  const bars = leaks.filter(({ kind }) => kind === "bar");
  const before = leaks.filter(({ kind }) => kind === "line");
  const normal: ChartSeries = {
    id: "normal",
    name: t`Normal consumption`,
    color: "normal_consumption",
    kind: "bar",
    stack: "leaks",
    values: points.map(({ normal_consumption }) => normal_consumption),
  };
  return [...bars, normal, ...before.map((line) => ({ ...line, name: t`Leaks of the previous period` }))];
}
