import type { ChartPalette } from "./palette.ts";
import type { ChartSeries } from "./series.ts";

/** The drawing is twice as fine as the screen's pixels, and so is what is written around it. */
const SCALE = 2;
const MARGIN = 16 * SCALE;
const TITLE_HEIGHT = 40 * SCALE;
const LEGEND_HEIGHT = 22 * SCALE;

interface LegendPlace {
  series: ChartSeries;
  x: number;
  line: number;
}

/** Where each name of the legend stands, on as many lines as the width asks for. */
function legendPlaces(pen: CanvasRenderingContext2D, series: readonly ChartSeries[], width: number): LegendPlace[] {
  let x = 0;
  let line = 0;
  return series.map((one) => {
    const needed = pen.measureText(one.name).width + 32 * SCALE;
    if (x > 0 && x + needed > width) {
      x = 0;
      line += 1;
    }
    const place = { series: one, x: MARGIN + x, line };
    x += needed;
    return place;
  });
}

/** The chart as a picture that explains itself: title and legend above the drawing. Null where the browser gives none. */
export function chartPng(
  drawing: HTMLCanvasElement,
  title: string,
  series: readonly ChartSeries[],
  palette: ChartPalette,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  if (pen === null) return Promise.resolve(null);
  const small = `${12 * SCALE}px ${palette.font}`;
  pen.font = small;
  const places = legendPlaces(pen, series, drawing.width);
  const head = TITLE_HEIGHT + ((places.at(-1)?.line ?? -1) + 1) * LEGEND_HEIGHT;
  canvas.width = drawing.width + 2 * MARGIN;
  canvas.height = head + drawing.height + MARGIN;

  pen.fillStyle = palette.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = palette.text;
  pen.font = `600 ${15 * SCALE}px ${palette.font}`;
  pen.fillText(title, MARGIN, 26 * SCALE);
  pen.font = small;
  for (const place of places) {
    const baseline = TITLE_HEIGHT + place.line * LEGEND_HEIGHT + 12 * SCALE;
    pen.fillStyle = palette.series(place.series.color);
    pen.fillRect(place.x, baseline - 9 * SCALE, 9 * SCALE, 9 * SCALE);
    pen.fillStyle = palette.muted;
    pen.fillText(place.series.name, place.x + 14 * SCALE, baseline);
  }
  pen.drawImage(drawing, MARGIN, head);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
