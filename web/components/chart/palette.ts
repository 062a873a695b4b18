import { type SeriesColor, seriesPattern, seriesValue } from "../../theme/series.ts";

/** The colours of the scheme in use, read from the page for the canvas. */
export interface ChartPalette {
  series: (color: SeriesColor) => string;
  surface: string;
  sunken: string;
  band: string;
  border: string;
  text: string;
  muted: string;
  font: string;
}

/** Reads the page's tokens. Read again when the scheme changes. */
export function readPalette(element: Element): ChartPalette {
  const styles = getComputedStyle(element);
  const token = (name: string) => styles.getPropertyValue(name).trim();
  return {
    series: (color) => seriesValue(color, styles),
    surface: token("--surface"),
    sunken: token("--surface-sunken"),
    band: token("--brand-soft"),
    border: token("--border"),
    text: token("--text"),
    muted: token("--text-faint"),
    font: token("--font"),
  };
}

interface Decal {
  symbol: string;
  color: string;
  rotation?: number;
  dashArrayX: number[];
  dashArrayY: number[];
  symbolSize: number;
}

/** Diagonal hatching: spread over a silence, not measured. */
export function estimatedDecal(palette: ChartPalette): Decal {
  return {
    symbol: "rect",
    color: palette.surface,
    rotation: -Math.PI / 4,
    dashArrayX: [1, 0],
    dashArrayY: [2, 3],
    symbolSize: 1,
  };
}

/** The surface's colour (#rrggbb), half transparent: patterns distinguish series without dominating the chart. */
function veil(palette: ChartPalette): string {
  return `${palette.surface}8c`;
}

/** The pattern that goes with a colour; none for solid ones. */
export function patternDecal(color: SeriesColor, palette: ChartPalette): Decal | undefined {
  const pattern = seriesPattern[color];
  if (pattern === "dots") {
    return { symbol: "circle", color: veil(palette), dashArrayX: [3, 4], dashArrayY: [3, 4], symbolSize: 0.5 };
  }
  if (pattern === "lines") {
    return { symbol: "rect", color: veil(palette), dashArrayX: [1, 0], dashArrayY: [1, 3], symbolSize: 1 };
  }
  return undefined;
}
