import { NOT_MEASURED } from "../format.ts";
import type { ChartAxis, ChartPoint, ChartSeries } from "./series.ts";

/** What a chart shows, all or a part of it. */
export interface ChartFigures {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
}

/** The figures from one place to another, both included. */
export function sliceFigures({ points, series }: ChartFigures, first: number, last: number): ChartFigures {
  return {
    points: points.slice(first, last + 1),
    series: series.map((one) => ({
      ...one,
      values: one.values.slice(first, last + 1),
      estimated: one.estimated?.slice(first, last + 1),
    })),
  };
}

/** A series' value at a place in words, with its axis' format; an estimated one says so. Null is "–". */
export function valueText(series: ChartSeries, index: number, axis: ChartAxis): string {
  const value = series.values[index] ?? null;
  if (value === null) return NOT_MEASURED;
  return series.estimated?.[index] ? `${axis.format(value)} (estimated)` : axis.format(value);
}

/** The places, counted from 0, where no series has a value. */
export function unmeasuredPoints({ points, series }: ChartFigures): number[] {
  return [...points.keys()].filter((index) => series.every((one) => (one.values[index] ?? null) === null));
}

/** "Gallons (gal)"; a name that says its unit ("% of leaks") stands alone. */
function nameWithUnit(name: string, unit: string): string {
  return name.includes(unit) ? name : `${name} (${unit})`;
}

/** The figures as rows of text under a header, for the table view and CSV. */
export function figureTable(
  figures: ChartFigures,
  pointHeader: string,
  axisOf: (series: ChartSeries) => ChartAxis,
): { header: string[]; rows: string[][] } {
  return {
    header: [pointHeader, ...figures.series.map((one) => nameWithUnit(one.name, axisOf(one).unit))],
    rows: figures.points.map((point, index) => [
      point.full,
      ...figures.series.map((one) => valueText(one, index, axisOf(one))),
    ]),
  };
}
