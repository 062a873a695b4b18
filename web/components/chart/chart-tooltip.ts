import { seriesPattern, seriesVariable } from "../../theme/series.ts";
import badge from "../badges/Badge.module.css";
import classes from "./Chart.module.css";
import { type ChartFigures, valueText } from "./figures.ts";
import type { ChartAxis, ChartSeries } from "./series.ts";

function element(name: "div" | "span" | "b", className: string | undefined, text = ""): HTMLElement {
  const made = document.createElement(name);
  if (className !== undefined) made.className = className;
  made.textContent = text;
  return made;
}

function row(swatch: HTMLElement | null, name: string, value: string): HTMLElement {
  const made = element("div", classes.tipRow);
  if (swatch !== null) made.append(swatch);
  made.append(element("span", undefined, name), element("b", undefined, value));
  return made;
}

function withUnit(text: string, unit: string): string {
  return unit === "$" || unit === "%" || text === "–" ? text : `${text} ${unit}`;
}

/** What the pointer reads: all series at a place, their sum where they stand on each other. */
export function chartTooltip(
  { points, series }: ChartFigures,
  index: number,
  axisOf: (series: ChartSeries) => ChartAxis,
): HTMLElement {
  const tip = element("div", classes.tip);
  tip.append(element("div", classes.tipHead, points[index]?.full ?? ""));
  for (const one of series) {
    const swatch = element("span", badge.swatch);
    swatch.dataset.pattern = seriesPattern[one.color];
    if (one.kind === "line" && seriesPattern[one.color] !== "dashed") swatch.dataset.shape = "line";
    swatch.style.setProperty("--ink", seriesVariable(one.color));
    tip.append(row(swatch, one.name, withUnit(valueText(one, index, axisOf(one)), axisOf(one).unit)));
  }
  const stacked = series.filter((one) => one.stack !== undefined && one.stack === series[0]?.stack);
  const values = stacked.flatMap((one) => one.values[index] ?? []);
  const first = stacked[0];
  if (first !== undefined && stacked.length > 1 && values.length > 0) {
    const sum = values.reduce((total, value) => total + value, 0);
    const total = row(null, "Total", withUnit(axisOf(first).format(sum), axisOf(first).unit));
    total.dataset.total = "";
    tip.append(total);
  }
  for (const { name, text } of points[index]?.facts ?? []) tip.append(row(null, name, text));
  return tip;
}
