import type { LeakRow } from "../../../../../contract/reporting/reporting.ts";
import { formatPlace } from "../../../../app/report/text.ts";
import { leakTypeLook } from "../../../../components/badges/leak-type.ts";
import type { ChartPalette } from "../../../../components/chart/palette.ts";
import { formatGallonsUnit } from "../../../../components/format.ts";

/** Twice as fine as the screen's pixels. */
const SCALE = 2;
const WIDTH = 960 * SCALE;
const MARGIN = 20 * SCALE;
const HEAD = 56 * SCALE;
const LINE = 26 * SCALE;
const PLACE = 330 * SCALE;
const FIGURES = 240 * SCALE;

/** The bars as a picture that explains itself. Null where the browser gives none. */
export function barsPng(title: string, rows: readonly LeakRow[], palette: ChartPalette): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = HEAD + rows.length * LINE + MARGIN;
  const pen = canvas.getContext("2d");
  if (pen === null) return Promise.resolve(null);
  pen.fillStyle = palette.surface;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = palette.text;
  pen.font = `600 ${15 * SCALE}px ${palette.font}`;
  pen.fillText(title, MARGIN, 32 * SCALE);
  pen.font = `${12 * SCALE}px ${palette.font}`;
  const most = rows[0]?.gallons_leaked ?? 0;
  const track = WIDTH - 2 * MARGIN - PLACE - FIGURES;
  for (const [index, row] of rows.entries()) {
    const top = HEAD + index * LINE;
    const baseline = top + 17 * SCALE;
    const { name, color } = leakTypeLook(row.leak_type);
    pen.fillStyle = palette.text;
    pen.fillText(formatPlace(row), MARGIN, baseline, PLACE - 12 * SCALE);
    pen.fillStyle = palette.series(color);
    pen.fillRect(MARGIN + PLACE, top + 6 * SCALE, most === 0 ? 0 : (track * row.gallons_leaked) / most, 14 * SCALE);
    pen.fillStyle = palette.muted;
    pen.fillText(`${formatGallonsUnit(row.gallons_leaked)}, ${name}`, MARGIN + PLACE + track + 12 * SCALE, baseline);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}
