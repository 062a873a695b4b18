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

/** Stretches of places, both ends included, where no series has a value. */
export function unmeasuredStretches({ points, series }: ChartFigures): [number, number][] {
  const stretches: [number, number][] = [];
  for (const index of points.keys()) {
    if (series.some((one) => (one.values[index] ?? null) !== null)) continue;
    const open = stretches.at(-1);
    if (open !== undefined && open[1] === index - 1) open[1] = index;
    else stretches.push([index, index]);
  }
  return stretches;
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
