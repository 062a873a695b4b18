import { gal, inMeasure } from "../../language/measure.ts";
import { formatDollars, formatDollarsShort, formatMeasured, formatPercent, formatShort, money } from "../format.ts";
import type { ChartAxis } from "./series.ts";

/** Volumes in the measure of the page; the series are in gallons. */
export const gallonsAxis: ChartAxis = {
  unit: gal,
  convert: inMeasure,
  format: (value) => formatMeasured(value),
  formatAxis: formatShort,
};

/** The same of single meters, whose hours and days are of a few gallons. */
export const fineGallonsAxis: ChartAxis = { ...gallonsAxis, format: (value) => formatMeasured(value, 1) };

/** Costs to the cent; on the axis short, with K, M and B. */
export const dollarsAxis: ChartAxis = {
  unit: money,
  format: (value) => formatDollars(value, 2),
  formatAxis: formatDollarsShort,
};

export const percentAxis: ChartAxis = {
  unit: "%",
  format: (value) => formatPercent(value),
  formatAxis: (value) => `${value}%`,
};
