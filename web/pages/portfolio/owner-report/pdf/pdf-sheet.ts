import { locale } from "../../../../language/language.ts";
import { drawnWidth, type TextPicture, textPicture } from "./text-picture.ts";
import { toWindows1252 } from "./windows-1252.ts";

/** A colour, red, green and blue as two hexadecimal digits each: "#18212c". */
export type Colour = `#${string}`;

export interface TextStyle {
  size: number;
  weight?: Weight;
  colour: Colour;
  align?: "left" | "right" | "middle";
}

/** How wide a text is, in points. */
export function textWidth(text: string, { size, weight = "regular" }: Pick<TextStyle, "size" | "weight">): number {
  const codes = toWindows1252(text);
  return codes === null ? drawnWidth(text, { size, weight }) : (advance(codes, weight) * size) / 1000;
}

/**
 * Breaks a text between words into lines that are at most so wide. A word wider than a line is cut, and what does not fit
 * on the last line left out: either ends in "…".
 */
export function wrapped(
  text: string,
  width: number,
  most: number,
  style: Pick<TextStyle, "size" | "weight">,
): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const line = lines.at(-1);
    const longer = line === undefined ? word : `${line} ${word}`;
    if (line !== undefined && textWidth(longer, style) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  const kept = lines.slice(0, most);
  const last = kept.pop() ?? "";
  return [...kept, lines.length > most ? `${last} …` : last].map((line) => cut(line, width, style));
}

/** Cuts a text that is wider than it may be, with "…" at its end. */
function cut(text: string, width: number, style: Pick<TextStyle, "size" | "weight">): string {
  if (textWidth(text, style) <= width) return text;
  const letters = [...text.replace(/ ?…$/, "")];
  while (letters.length > 0 && textWidth(`${letters.join("")}…`, style) > width) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

const round = (value: number) => String(Math.round(value * 100) / 100);

function paint(colour: Colour): string {
  return [1, 3, 5].map((at) => round(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(" ");
}

function hex(codes: readonly number[], digits: number): string {
  return codes.map((code) => code.toString(16).padStart(digits, "0")).join("");
}

/** In UTF-16, for what has no font to be in. */
function inUtf16(text: string): string {
  return hex(
    Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)),
    4,
  );
}

/** As streams of PDF files hold it. */
async function compressed(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return hex([...new Uint8Array(await new Response(stream).arrayBuffer())], 2);
}

/** Codes of text that is not seen are UTF-16. */
const UNICODE_MAP = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def /CMapName /Unicode def /CMapType 2 def
1 begincodespacerange <0000> <ffff> endcodespacerange
1 beginbfrange <0000> <ffff> <0000> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`;

/** One page to draw on: points from its left upper corner. */
export class PdfSheet {
  readonly #width: number;
  readonly #height: number;
  readonly #drawn: string[] = [];
  readonly #pictures: TextPicture[] = [];

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
  }

  /**
   * Draws a line of text with its foot at `y`: in letters of PDF's own fonts, or else as a picture, below which the text
   * stands unseen, to be found and copied.
   */
  text(text: string, x: number, y: number, style: TextStyle): void {
    const wide = textWidth(text, style);
    const left = style.align === "right" ? x - wide : style.align === "middle" ? x - wide / 2 : x;
    const foot = this.#height - y;
    const at = `${round(style.size)} Tf ${round(left)} ${round(foot)} Td`;
    const codes = toWindows1252(text);
    if (codes !== null) {
      const font = style.weight === "bold" ? "/F2" : "/F1";
      this.#drawn.push(`BT ${paint(style.colour)} rg ${font} ${at} <${hex(codes, 2)}> Tj ET`);
      return;
    }
    const picture = textPicture(text, style);
    this.#pictures.push(picture);
    const box = [picture.width, 0, 0, picture.height, left, foot - picture.below].map(round).join(" ");
    const stretched = round((100 * wide) / (text.length * style.size * UNSEEN_WIDTH));
    this.#drawn.push(
      `q ${paint(style.colour)} rg ${box} cm /P${this.#pictures.length} Do Q`,
      `BT 3 Tr ${stretched} Tz /F3 ${at} <${inUtf16(text)}> Tj 0 Tr 100 Tz ET`,
    );
  }

  rect(x: number, y: number, width: number, height: number, colour: Colour): void {
    const box = [x, this.#height - y - height, width, height].map(round).join(" ");
    this.#drawn.push(`${paint(colour)} rg ${box} re f`);
  }

  /** A line through points, optionally dashed. */
  line(points: readonly (readonly [number, number])[], colour: Colour, width: number, dashed = false): void {
    const way = points.map(([x, y], index) => `${round(x)} ${round(this.#height - y)} ${index === 0 ? "m" : "l"}`);
    const dash = dashed ? "[3 2] 0 d" : "[] 0 d";
    this.#drawn.push(`${paint(colour)} RG ${round(width)} w ${dash} ${way.join(" ")} S`);
  }

  /** The page as the bytes of a PDF file with this title. */
  async bytes(title: string): Promise<Uint8Array<ArrayBuffer>> {
    const content = this.#drawn.join("\n");
    const pictures = this.#pictures.map((_, index) => `/P${index + 1} ${FIRST_PICTURE + index} 0 R`);
    const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
    const objects = [
      `<< /Type /Catalog /Pages 2 0 R /Lang (${locale}) /ViewerPreferences << /DisplayDocTitle true >> >>`,
      "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${this.#width} ${this.#height}] /Resources << /Font << /F1 4 0 R /F2 5 0 R /F3 8 0 R >> /XObject << ${pictures.join(" ")} >> >> /Contents 6 0 R >>`,
      font("Helvetica"),
      font("Helvetica-Bold"),
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      `<< /Title <feff${inUtf16(title)}> /Producer (Dripline) >>`,
      "<< /Type /Font /Subtype /Type0 /BaseFont /Unseen /Encoding /Identity-H /DescendantFonts [9 0 R] /ToUnicode 11 0 R >>",
      `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /Unseen /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor 10 0 R /DW ${1000 * UNSEEN_WIDTH} >>`,
      "<< /Type /FontDescriptor /FontName /Unseen /Flags 4 /FontBBox [0 0 500 1000] /ItalicAngle 0 /Ascent 1000 /Descent 0 /CapHeight 1000 /StemV 80 >>",
      `<< /Length ${UNICODE_MAP.length} >>\nstream\n${UNICODE_MAP}\nendstream`,
      ...(await Promise.all(this.#pictures.map(pictureObject))),
    ];
    let file = "%PDF-1.7\n";
    const places = objects.map((object, index) => {
      const place = file.length;
      file += `${index + 1} 0 obj\n${object}\nendobj\n`;
      return `${String(place).padStart(10, "0")} 00000 n \n`;
    });
    const size = objects.length + 1;
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join("")}`;
    file += `${table}trailer\n<< /Size ${size} /Root 1 0 R /Info 7 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
    return new TextEncoder().encode(file);
  }
}

/** How wide letters that are not seen are, in sizes of the type; they are stretched to the width of their picture. */
const UNSEEN_WIDTH = 0.5;
/** The objects before it are the same in every file. */
const FIRST_PICTURE = 12;

async function pictureObject({ columns, rows, bits }: TextPicture): Promise<string> {
  const data = `${await compressed(bits)}>`;
  return `<< /Type /XObject /Subtype /Image /ImageMask true /Decode [1 0] /Width ${columns} /Height ${rows} /BitsPerComponent 1 /Filter [/ASCIIHexDecode /FlateDecode] /Length ${data.length} >>\nstream\n${data}\nendstream`;
}

/**
 * Advance widths of the two standard fonts of PDF that the report uses, in thousandths of the type size, for the characters
 * 32 to 255 of Windows-1252. From Adobe's font metrics for Helvetica and Helvetica Bold.
 */
const regular = `
  278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278
  278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722
  667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556
  556 333 500 278 556 500 722 500 500 500 334 260 334 584 0 556 0 222 556 333 1000 556 556 333 1000 667 333
  1000 0 611 0 0 222 222 333 333 350 556 1000 333 1000 500 333 944 0 500 500 278 333 556 556 556 556 260 556
  333 737 370 556 584 333 737 333 400 584 333 333 333 556 537 278 333 333 365 556 834 834 834 611 667 667 667
  667 667 667 1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667
  667 611 556 556 556 556 556 556 889 500 556 556 556 556 278 278 278 278 556 556 556 556 556 556 556 584 611
  556 556 556 556 500 556 0
`;

const bold = `
  278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333
  333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722
  667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611
  611 389 556 333 611 556 778 556 556 500 389 280 389 584 0 556 0 278 556 500 1000 556 556 333 1000 667 333
  1000 0 611 0 0 278 278 500 500 350 556 1000 333 1000 556 333 944 0 500 556 278 333 556 556 556 556 280 556
  333 737 370 556 584 333 737 333 400 584 333 333 333 611 556 278 333 333 365 556 834 834 834 611 722 722 722
  722 722 722 1000 722 667 667 667 667 278 278 278 278 722 722 778 778 778 778 778 584 778 722 722 722 722 667
  667 611 556 556 556 556 556 556 889 556 556 556 556 556 278 278 278 278 611 611 611 611 611 611 611 584 611
  611 611 611 611 556 611 0
`;

const read = (text: string) => text.trim().split(/\s+/).map(Number);
const widths = { regular: read(regular), bold: read(bold) };
const FIRST = 32;

type Weight = keyof typeof widths;

/** How wide codes of Windows-1252 are, in thousandths of the type size. */
function advance(codes: readonly number[], weight: Weight): number {
  return codes.reduce((sum, code) => sum + (widths[weight][code - FIRST] ?? 0), 0);
}
