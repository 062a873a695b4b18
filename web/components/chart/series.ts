import type { SeriesColor } from "../../theme/series.ts";

/** A place on the horizontal axis. */
export interface ChartPoint {
  /** Short, under the axis: "Mar 03", "2 PM". */
  axis: string;
  /** In full, in the tooltip and the table: "Sun, Mar 03, 2024". */
  full: string;
  /** The axis names these first when there is no room for all: midnights among hours. */
  major?: boolean;
  /** The first place of a local day: every one of days, midnights among hours. */
  startsDay?: boolean;
  /** Comparisons shown in tooltip and table, not drawn. All points of a chart have the same ones. */
  facts?: readonly { name: string; text: string }[];
}

/** One row of bars or one line. */
export interface ChartSeries {
  id: string;
  name: string;
  /** Its colour and pattern, the same on every screen. */
  color: SeriesColor;
  kind: "bar" | "line";
  /** Bars of the same stack stand on each other. */
  stack?: string;
  /** One per point. Null is not measured: a gap. */
  values: readonly (number | null)[];
  /** One per point where given: true is hatched (spread over a silence, not measured). */
  estimated?: readonly boolean[];
  /** "second" is the axis on the right. */
  axis?: "first" | "second";
}

/** A vertical axis; it starts at zero. */
export interface ChartAxis {
  /** "gal", "%", "$" */
  unit: string;
  /** Makes what is drawn of the values of the series; left out: they are drawn as they are. */
  convert?: (value: number) => number;
  /** A drawn value in the tooltip and the table, without its unit unless it is part of the figure ("$12"). */
  format: (value: number) => string;
  /** A value on the axis, short: "1.2K". */
  formatAxis?: (value: number) => string;
  /** The top of the axis where it is fixed, as a value of the series: 100 for percent. */
  max?: number;
}

/** Places that belong together, shaded and named in the legend: the hours that a rule looked at. */
export interface ChartBand {
  /** Places counted from 0, both included. */
  first: number;
  last: number;
  label: string;
}

/** A labelled line across the chart: "Goal 10%". */
export interface ChartGoal {
  value: number;
  label: string;
  axis?: "first" | "second";
}
