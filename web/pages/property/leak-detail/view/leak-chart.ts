import { t } from "@lingui/core/macro";
import type { ChartPoint as Point } from "../../../../../contract/reporting/leak-details.ts";
import type { LeakType } from "../../../../../contract/reporting/reporting.ts";
import { leakColour } from "../../../../app/report/headline/leak-colour.ts";
import { dayPoints, hourPoints } from "../../../../components/chart/points.ts";
import type { ChartPoint, ChartSeries } from "../../../../components/chart/series.ts";
import { Gallons } from "../../../../language/measure.ts";

/**
 * Gallons as bars, and those that leaked as bars beside them or, where bars would be hair-thin, as a line. What was
 * spread over a silence is marked as estimated.
 */
export function leakSeries(points: readonly Point[], type: LeakType | null, leak: "bar" | "line"): ChartSeries[] {
  return [
    {
      id: "gallons",
      name: Gallons,
      color: "normal_consumption",
      kind: "bar",
      values: points.map(({ gallons_consumed }) => gallons_consumed),
      estimated: points.map(({ estimated_gallons }) => estimated_gallons > 0),
    },
    {
      id: "leak_gallons",
      name: t`Leak ${Gallons}`,
      color: leakColour(type),
      kind: leak,
      values: points.map(({ gallons_leaked }) => gallons_leaked),
    },
  ];
}

/** Places on the axis for points by day. */
export function dayAxis(points: readonly Point[]): ChartPoint[] {
  return dayPoints(points.map(({ label }) => label));
}

/** Places on the axis for points by hour; their labels are instants with the property's offset. */
export function hourAxis(points: readonly Point[]): ChartPoint[] {
  return hourPoints(points.map(({ label }) => ({ date: label.slice(0, 10), hour: Number(label.slice(11, 13)) })));
}
