/** What a colour in a chart means. The same meaning has the same colour on every screen. */
export type SeriesColor =
  | "normal_consumption"
  | "toilet_leak"
  | "other_leak"
  | "water_heater_leak"
  | "hybrid_leak"
  | "previous_period"
  | "percent_of_leaks"
  | "flow_time";

/** A second mark beside the colour, for colour-blind people. */
export type SeriesPattern = "solid" | "dots" | "lines" | "dashed";

/** The pattern that goes with each colour, in charts and legends. Diagonal hatching is kept for estimated hours. */
export const seriesPattern: Readonly<Record<SeriesColor, SeriesPattern>> = {
  normal_consumption: "solid",
  toilet_leak: "solid",
  other_leak: "dots",
  water_heater_leak: "lines",
  hybrid_leak: "solid",
  previous_period: "dashed",
  percent_of_leaks: "solid",
  flow_time: "solid",
};

/** A series' colour as a CSS value that follows the scheme. */
export function seriesVariable(color: SeriesColor): string {
  return `var(--series-${color.replaceAll("_", "-")})`;
}

/** A series' colour in the scheme in use now, for a canvas, which knows no CSS variables. */
export function seriesValue(color: SeriesColor, styles: CSSStyleDeclaration): string {
  return styles.getPropertyValue(`--series-${color.replaceAll("_", "-")}`).trim();
}
