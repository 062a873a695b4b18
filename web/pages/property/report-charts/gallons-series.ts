import { t } from "@lingui/core/macro";
import type { GallonsDynamics, LeakVolumePercentage } from "../../../../contract/reporting/charts.ts";
import type { ChartSeries } from "../../../components/chart/series.ts";

/** Normal consumption, toilet leaks and other leaks on each other; the period before, where compared, as a dashed line. */
export function gallonsSeries(points: GallonsDynamics["points"], isCompared: boolean): ChartSeries[] {
  const bar = { kind: "bar", stack: "water" } as const;
  return [
    {
      ...bar,
      id: "normal",
      name: t`Normal consumption`,
      color: "normal_consumption",
      values: points.map(({ normal_consumption }) => normal_consumption),
    },
    {
      ...bar,
      id: "toilet",
      name: t`Toilet leaks`,
      color: "toilet_leak",
      values: points.map(({ toilet_leaks }) => toilet_leaks),
    },
    {
      ...bar,
      id: "other",
      name: t`Other leaks`,
      color: "other_leak",
      values: points.map(({ other_leaks }) => other_leaks),
    },
    ...(isCompared ? [before(points.map(({ previous_period_consumed }) => previous_period_consumed))] : []),
  ];
}

/** Leak gallons per hundred gallons as a line; the period before, where compared, as a dashed one. */
export function shareSeries(points: LeakVolumePercentage["points"], isCompared: boolean): ChartSeries[] {
  return [
    {
      id: "share",
      name: t`% of leaks`,
      color: "percent_of_leaks",
      kind: "line",
      values: points.map(({ percent_of_leaks }) => percent_of_leaks),
    },
    ...(isCompared ? [before(points.map(({ previous_percent_of_leaks }) => previous_percent_of_leaks))] : []),
  ];
}

function before(values: (number | null)[]): ChartSeries {
  return { id: "before", name: t`Previous period`, color: "previous_period", kind: "line", values };
}
