import type { ChartPalette } from "./palette.ts";
import type { ChartSeries } from "./series.ts";

/** The drawing is twice as fine as the screen's pixels, and so is what is written around it. */
const SCALE = 2;
const HEAD = 64 * SCALE;
const MARGIN = 16 * SCALE;

/** The chart as a picture that explains itself: title and legend above the drawing. Null where the browser gives none. */
export function chartPng(
  drawing: HTMLCanvasElement,
  title: string,
  series: readonly ChartSeries[],
  palette: ChartPalette,
): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = drawing.width + 2 * MARGIN;
  canvas.height = drawing.height + HEAD + MARGIN;
  const pen = canvas.getContext("2d");
  if (pen === null) return Promise.resolve(null);
  pen.fillStyle = palette.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = palette.text;
  pen.font = `600 ${15 * SCALE}px ${palette.font}`;
  pen.fillText(title, MARGIN, 28 * SCALE);
  pen.font = `${12 * SCALE}px ${palette.font}`;
  let x = MARGIN;
  for (const one of series) {
    pen.fillStyle = palette.series(one.color);
    pen.fillRect(x, 41 * SCALE, 9 * SCALE, 9 * SCALE);
    pen.fillStyle = palette.muted;
    pen.fillText(one.name, x + 14 * SCALE, 50 * SCALE);
    x += pen.measureText(one.name).width + 32 * SCALE;
  }
  pen.drawImage(drawing, MARGIN, HEAD);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
