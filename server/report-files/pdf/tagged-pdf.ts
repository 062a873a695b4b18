import PDFDocument from "pdfkit";
import { type EmbeddedFont, type Run, runsOf, type Weight } from "./fonts.ts";

declare global {
  namespace PDFKit.Mixins {
    // What pdfkit takes, too.
    interface StructureElementOptions {
      /** Of a header cell: which cells it heads. */
      scope?: "Column" | "Row";
      /** Of a figure: left, top, right, bottom. */
      bbox?: [number, number, number, number];
    }
  }
}

/** Red, green and blue as two hexadecimal digits each: "#18212c". */
export type Color = `#${string}`;

export interface TextStyle {
  /** Points. */
  size: number;
  weight?: Weight;
  color: Color;
  align?: "left" | "right" | "middle";
}

type TypeStyle = Omit<TextStyle, "color">;

export interface Box {
  x: number;
  width: number;
}

type Tag =
  | "H1"
  | "H2"
  | "P"
  | "Figure"
  | "Table"
  | "TR"
  | "TH"
  | "TD"
  | "L"
  | "LI"
  | "Lbl"
  | "LBody"
  | "Caption"
  | "Div";
type Options = PDFKit.Mixins.StructureElementOptions;

/** US Letter in points. */
export const PAGE = { width: 612, height: 792, left: 44, right: 568, top: 44, bottom: 746 } as const;
/** From one line to the next, in sizes of its letters. */
export const LINE = 1.36;
/** On the right, figures have the same width, so that they stand below each other. */
const figureFeatures: PDFKit.Mixins.OpenTypeFeatures[] = ["tnum"];
const noFeatures: PDFKit.Mixins.OpenTypeFeatures[] = [];
const featuresOf = ({ align }: Pick<TextStyle, "align">) => (align === "right" ? figureFeatures : noFeatures);

/**
 * A tagged PDF: all that it says is in a tree of headings, paragraphs, lists, tables and figures in reading order; lines
 * and colored areas are no part of it. Written from top to bottom in points from the left upper corner.
 */
export class TaggedPdf {
  readonly #doc: PDFKit.PDFDocument;
  readonly #bytes: Promise<Uint8Array>;
  readonly #fonts = new Set<EmbeddedFont>();
  /** Of texts in a font, in sizes of its letters. */
  readonly #widths = new Map<string, number>();
  #parent: PDFKit.PDFStructureElement;
  /** Upper edge of what comes next. */
  y: number = PAGE.top;

  /** @param language of its texts, such as "es" */
  constructor(info: { title: string; author: string; language: string; madeAt: Date }) {
    const { title, author, language, madeAt } = info;
    this.#doc = new PDFDocument({
      size: [PAGE.width, PAGE.height],
      margin: 0,
      pdfVersion: "1.7",
      tagged: true,
      lang: language,
      displayTitle: true,
      bufferPages: true,
      info: { Title: title, Author: author, Creator: "Dripline", Producer: "Dripline", CreationDate: madeAt },
    });
    this.#doc.appendXML(PDF_UA);
    this.#bytes = collected(this.#doc);
    this.#parent = this.#doc.struct("Document");
    this.#doc.addStructure(this.#parent);
  }

  /** Numbers the pages, and ends the file. @param footText stands at the left of each page's foot */
  async bytes(footText: string, pageText: (page: number, of: number) => string): Promise<Uint8Array> {
    this.#parent.end();
    const { start, count } = this.#doc.bufferedPageRange();
    const style = { size: 7.5, color: "#4d5967" } as const;
    for (let page = 0; page < count; page++) {
      this.#doc.switchToPage(start + page);
      this.artifact(() => {
        this.write(footText, PAGE.left, FOOT, style);
        this.write(pageText(page + 1, count), PAGE.right, FOOT, { ...style, align: "right" });
      }, "Pagination");
    }
    this.#doc.end();
    return this.#bytes;
  }

  /** Whether so much fits below; otherwise begins a page. */
  makeRoom(height: number): boolean {
    if (this.y + height <= PAGE.bottom) return true;
    this.#doc.addPage();
    this.y = PAGE.top;
    return false;
  }

  /** What is drawn stands in an element of the tree. */
  tag(tag: Tag, draw: () => void, options: Options = {}): void {
    this.#parent.add(this.#doc.struct(tag, options, [draw]));
  }

  /** The elements that are drawn within stand in an element of the tree. */
  within(tag: Tag, draw: () => void): void {
    const outer = this.#parent;
    const element = this.#doc.struct(tag);
    outer.add(element);
    this.#parent = element;
    draw();
    element.end();
    this.#parent = outer;
  }

  /** What is drawn has no meaning of its own. */
  artifact(draw: () => void, type: "Layout" | "Pagination" = "Layout"): void {
    this.#doc.markContent("Artifact", { type });
    draw();
    this.#doc.endMarkedContent();
  }

  widthOf(text: string, style: TypeStyle): number {
    return runsOf(text, style.weight ?? "regular").reduce((sum, run) => sum + this.#select(run, style), 0);
  }

  /** Writes a line of text with its foot at `foot`. */
  write(text: string, x: number, foot: number, style: TextStyle): void {
    const { weight = "regular", align = "left", color } = style;
    const width = align === "left" ? 0 : this.widthOf(text, style);
    let at = align === "right" ? x - width : align === "middle" ? x - width / 2 : x;
    for (const run of runsOf(text, weight)) {
      const wide = this.#select(run, style);
      const options = { lineBreak: false, baseline: "alphabetic", features: featuresOf(style) } as const;
      this.#doc.fillColor(color).text(run.text, at, foot, options);
      at += wide;
    }
  }

  /** Writes lines below each other, and moves on below them. */
  lines(lines: readonly string[], { x, width }: Box, style: TextStyle): void {
    const left = style.align === "right" ? x + width : x;
    for (const [index, line] of lines.entries()) {
      // A reader joins lines at the space between their words.
      this.write(index < lines.length - 1 ? `${line} ` : line, left, this.y + style.size, style);
      this.y += style.size * LINE;
    }
  }

  /** Writes a text over the width of a box, as an element of the tree. */
  paragraph(text: string, box: Box, style: TextStyle, tag: Tag = "P"): void {
    const lines = this.wrap(text, box.width, style);
    this.makeRoom(lines.length * style.size * LINE);
    this.tag(tag, () => this.lines(lines, box, style));
  }

  heightOf(text: string, width: number, style: TextStyle): number {
    return this.wrap(text, width, style).length * style.size * LINE;
  }

  /** Breaks a text between words into lines of at most this width; a word that is wider is broken within. */
  wrap(text: string, width: number, style: TypeStyle): string[] {
    const space = this.widthOf(" ", style);
    const lines: string[] = [];
    let room = 0;
    for (const word of text.split(" ").flatMap((one) => this.#pieces(one, width, style))) {
      const wide = this.widthOf(word, style);
      if (lines.length > 0 && space + wide <= room) {
        lines[lines.length - 1] += ` ${word}`;
        room -= space + wide;
      } else {
        lines.push(word);
        room = width - wide;
      }
    }
    return lines;
  }

  #pieces(word: string, width: number, style: TypeStyle): string[] {
    if (this.widthOf(word, style) <= width) return [word];
    const pieces = [""];
    for (const { segment } of graphemes.segment(word)) {
      const longer = `${pieces.at(-1)}${segment}`;
      if (this.widthOf(longer, style) <= width) pieces[pieces.length - 1] = longer;
      else pieces.push(segment);
    }
    return pieces;
  }

  /** @param height of it in points; its width follows */
  image(png: Buffer, x: number, y: number, height: number): void {
    this.#doc.image(png, x, y, { height });
  }

  rect(x: number, y: number, width: number, height: number, color: Color): void {
    this.#doc.rect(x, y, width, height).fill(color);
  }

  rule(x: number, y: number, width: number, color: Color, thickness = 0.6): void {
    this.#doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(thickness)
      .stroke(color);
  }

  /** Selects the font of a run, and returns the run's width. Laying letters out is most of the work, so it is kept. */
  #select({ font, text }: Run, style: TypeStyle): number {
    if (!this.#fonts.has(font)) {
      this.#doc.registerFont(font.name, font.bytes);
      this.#fonts.add(font);
    }
    this.#doc.font(font.name, style.size);
    const features = featuresOf(style);
    const key = `${font.name} ${features.length} ${text}`;
    const known = this.#widths.get(key);
    if (known !== undefined) return known * style.size;
    const width = this.#doc.widthOfString(text, { features });
    this.#widths.set(key, width / style.size);
    return width;
  }
}

const FOOT = 768;
const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** That the file is made by PDF/UA-1, the standard of accessible PDF. */
const PDF_UA = `
        <rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" pdfuaid:part="1">
        </rdf:Description>
        `;

function collected(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    doc.on("data", (piece: Buffer) => pieces.push(piece));
    doc.on("end", () => resolve(Buffer.concat(pieces)));
    doc.on("error", reject);
  });
}
