import { t } from "@lingui/core/macro";
import type { FinanceCosts } from "../../../../../contract/costs/finances.ts";
import type { ChartSeries } from "../../../../components/chart/series.ts";

/** What toilets and other leaks cost, on each other; the period before, where compared, as a dashed line. */
export function costsSeries(points: FinanceCosts["points"], isCompared: boolean): ChartSeries[] {
  const bar = { kind: "bar", stack: "leaks" } as const;
  const before: ChartSeries = {
    id: "before",
    name: t`Previous period`,
    color: "previous_period",
    kind: "line",
    values: points.map(({ previous_period_cost }) => previous_period_cost),
  };
  return [
    {
      ...bar,
      id: "toilet",
      name: t`Toilet leaks`,
      color: "toilet_leak",
      values: points.map(({ toilet_leaks_cost }) => toilet_leaks_cost),
    },
    {
      ...bar,
      id: "other",
      name: t`Other leaks`,
      color: "other_leak",
      values: points.map(({ other_leaks_cost }) => other_leaks_cost),
    },
    ...(isCompared ? [before] : []),
  ];
}
