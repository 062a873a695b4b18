import type { ReactNode } from "react";
import type { ChartAxis, ChartGoal, ChartPoint, ChartSeries } from "./series.ts";

export interface ChartProps {
  /** The chart's name for a screen reader and its files: "Leak Gallons vs Gallons (Per Day)". */
  title: string;
  /** The first column's header in the table view: "Date", "Hour". */
  pointHeader: string;
  /** Undefined until the first answer: a skeleton of the same size. */
  points: readonly ChartPoint[] | undefined;
  series: readonly ChartSeries[];
  axis: ChartAxis;
  secondAxis?: ChartAxis;
  goal?: ChartGoal;
  /** New figures are on their way: the old ones stay, dimmed. */
  refreshing?: boolean;
  error?: { message?: string; onRetry: () => void };
  empty?: { sentence?: string; action?: ReactNode };
  /** Pixels, 280 where not given. */
  height?: number;
  /** The name of the PNG and CSV files, without ending. */
  fileName: string;
  /** After a drag across the chart: first and last point, both included. Without it the chart zooms by itself. */
  onZoom?: (first: number, last: number) => void;
}

/** Bars and lines over days or hours, with the same figures as a table one key away. */
export function Chart(_props: ChartProps): ReactNode {
  return null;
}
