import { t } from "@lingui/core/macro";
import { currencySign, NOT_MEASURED } from "../format.ts";
import type { ChartAxis, ChartBand, ChartPoint, ChartSeries } from "./series.ts";

/** What a chart shows, all or a part of it. */
export interface ChartFigures {
  points: readonly ChartPoint[];
  series: readonly ChartSeries[];
  /** Those that the legend takes out: not drawn, but what they have was measured. */
  hidden?: readonly ChartSeries[];
  bands?: readonly ChartBand[];
}

/** The figures from one place to another, both included. */
export function sliceFigures(
  { points, series, hidden, bands }: ChartFigures,
  first: number,
  last: number,
): ChartFigures {
  const slice = (one: ChartSeries): ChartSeries => ({
    ...one,
    values: one.values.slice(first, last + 1),
    estimated: one.estimated?.slice(first, last + 1),
  });
  return {
    points: points.slice(first, last + 1),
    series: series.map(slice),
    hidden: hidden?.map(slice),
    bands: bands
      ?.filter((band) => band.last >= first && band.first <= last)
      .map((band) => ({
        ...band,
        first: Math.max(band.first, first) - first,
        last: Math.min(band.last, last) - first,
      })),
  };
}

/** Places that somebody zoomed to, both included, counted from 0. */
export interface ChartZoom {
  first: number;
  last: number;
  /** The points among which these were chosen, as `spanOf` names them. */
  span: string;
}

/** Names all points of a chart together: those of other days or hours have another name. */
export function spanOf(points: readonly ChartPoint[]): string {
  return [points[0]?.full, points.at(-1)?.full, points.length].join();
}

/** Where somebody zoomed to among these points; null: nowhere, or among others, whose places stood for other days. */
export function zoomAmong(points: readonly ChartPoint[], zoom: ChartZoom | null): ChartZoom | null {
  return zoom?.span === spanOf(points) ? zoom : null;
}

/** A series' value at an index, formatted as on its axis; an estimated one is marked as such. Null is "–". */
export function valueText(series: ChartSeries, index: number, axis: ChartAxis): string {
  const value = series.values[index] ?? null;
  if (value === null) return NOT_MEASURED;
  return series.estimated?.[index] ? t`${axis.format(value)} (estimated)` : axis.format(value);
}

/** The places, counted from 0, where no series has a value, drawn or not. */
export function unmeasuredPoints({ points, series, hidden = [] }: ChartFigures): number[] {
  const all = [...series, ...hidden];
  return [...points.keys()].filter((index) => all.every((one) => (one.values[index] ?? null) === null));
}

/** Whether a place lies in one of the bands. */
export function isInBand({ bands = [] }: ChartFigures, index: number): boolean {
  return bands.some(({ first, last }) => index >= first && index <= last);
}

/** "Gallons (gal)"; a name that contains its unit ("% of leaks") is left as it is. */
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
    header: [
      pointHeader,
      ...figures.series.map((one) => nameWithUnit(one.name, axisOf(one).unit)),
      ...(figures.points[0]?.facts ?? []).map(({ name }) => name),
    ],
    rows: figures.points.map((point, index) => [
      point.full,
      ...figures.series.map((one) => valueText(one, index, axisOf(one))),
      ...(point.facts ?? []).map(({ text }) => text),
    ]),
  };
}

/**
 * A row of the table for a file: plain numbers that spreadsheets can sum ("1,204" is 1204, "$12" is 12, "+8.3%" is 8.3:
 * the header has the unit), and empty where nothing was measured. Other text is kept.
 */
export function fileRow([name = "", ...values]: readonly string[]): string[] {
  return [
    name,
    ...values.map((text) => {
      if (text === NOT_MEASURED) return "";
      const [, sign = "", digits] = /^(?:\+|(-?))([\d,]+(?:\.\d+)?)%?$/.exec(text.replace(currencySign, "")) ?? [];
      return digits === undefined ? text : `${sign}${digits.replaceAll(",", "")}`;
    }),
  ];
}
