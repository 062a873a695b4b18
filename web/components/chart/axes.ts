import { gal, inMeasure } from "../../language/measure.ts";
import { formatDollars, formatDollarsShort, formatMeasured, formatPercent, formatShort, money } from "../format.ts";
import type { ChartAxis } from "./series.ts";

/** Volumes: series in gallons, shown in the measure of the page. */
export const gallonsAxis: ChartAxis = {
  unit: gal,
  convert: inMeasure,
  format: (value) => formatMeasured(value),
  formatAxis: formatShort,
};

/** The same for single meters, whose hours and days have a few gallons. */
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
