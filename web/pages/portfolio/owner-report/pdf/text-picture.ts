/** Pixels of a point: 576 to the inch, as sharp as office printers print. */
const SCALE = 8;
/** How far letters and their marks reach above and below the foot of a line, in sizes of the type. */
const [ABOVE, BELOW] = [1.25, 0.5];

/** A line of text as the browser draws it: the shapes of its letters as bits. */
export interface TextPicture {
  /** Pixels; each row begins with a new byte. */
  columns: number;
  rows: number;
  /** 1 is ink. */
  bits: Uint8Array<ArrayBuffer>;
  /** In points: how wide and high it is, and how far its lower edge is below the foot of the line. */
  width: number;
  height: number;
  below: number;
}

interface Type {
  /** Points. */
  size: number;
  weight?: "regular" | "bold";
}

function penFor({ size, weight = "regular" }: Type, canvas = new OffscreenCanvas(1, 1)) {
  const pen = canvas.getContext("2d", { willReadFrequently: true });
  if (pen === null) throw new Error("This browser cannot draw text.");
  pen.font = `${weight === "bold" ? 600 : 400} ${size * SCALE}px "Inter Variable", sans-serif`;
  return pen;
}

/** How wide a text is as the browser draws it, in points. */
export function drawnWidth(text: string, type: Type): number {
  return penFor(type).measureText(text).width / SCALE;
}

/** Draws a line of text in any script, right to left where it is written so, with the fonts of the reader's machine. */
export function textPicture(text: string, type: Type): TextPicture {
  const width = drawnWidth(text, type);
  const columns = Math.max(1, Math.ceil(width * SCALE));
  const rows = Math.ceil((ABOVE + BELOW) * type.size * SCALE);
  const pen = penFor(type, new OffscreenCanvas(columns, rows));
  pen.textAlign = "left";
  pen.fillText(text, 0, ABOVE * type.size * SCALE);
  const { data } = pen.getImageData(0, 0, columns, rows);
  const bytesOfRow = Math.ceil(columns / 8);
  const bits = new Uint8Array(bytesOfRow * rows);
  for (let y = 0; y < rows; y++) {
    for (let x = 0; x < columns; x++) {
      const opacity = data[4 * (y * columns + x) + 3] ?? 0;
      const at = y * bytesOfRow + (x >> 3);
      if (opacity > 127) bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
    }
  }
  return { columns, rows, bits, width: columns / SCALE, height: rows / SCALE, below: BELOW * type.size };
}
