import { type Box, type Color, PAGE, TaggedPdf, type TextStyle } from "../pdf/tagged-pdf.ts";
import { heightOfTable, writeTable } from "../pdf/write-table.ts";
import type { About } from "../workbook/head.ts";
import { inks } from "./inks.ts";
import type { Figure, Listing, OwnerContents } from "./owner-contents.ts";
import { writeTrend } from "./write-trend.ts";

const WIDTH = PAGE.right - PAGE.left;
const ALL: Box = { x: PAGE.left, width: WIDTH };
const BODY: TextStyle = { size: 9, color: inks["text-muted"] };
const STRONG: TextStyle = { size: 9, weight: "bold", color: inks.text };
const toneInks: Readonly<Record<OwnerContents["headline"]["tone"], Color>> = {
  better: inks.online,
  worse: inks.critical,
  even: inks.text,
  unknown: inks.text,
};

/** Draws the report on pages of US Letter. */
export function ownerPdf(contents: OwnerContents, about: Pick<About, "display" | "madeAt">): Promise<Uint8Array> {
  const { i18n } = about.display.reader;
  const { of, title, period } = contents;
  const pdf = new TaggedPdf({
    ...{ title: `${title}, ${of}, ${period}`, author: of, language: i18n.locale, madeAt: about.madeAt },
  });
  const { manager } = contents;
  writeLogo(
    pdf,
    manager,
    manager.name === "" ? i18n._("Logo of the manager") : i18n._("Logo of {manager}", { manager: manager.name }),
  );
  writeHead(pdf, contents);
  writeFigures(pdf, contents.figures);
  pdf.y += 16;
  writeTrend(pdf, contents.trend);
  writeThings(pdf, contents.things);
  writeListing(pdf, contents.properties, [136, 76, 76, 76, 70, 98]);
  writeListing(pdf, contents.savings, [170, 74, 66, 58, 52, 54, 58]);
  writeEnd(pdf, contents);
  return pdf.bytes(`${title} · ${of} · ${period}`, (page, pages) => i18n._("Page {page} of {pages}", { page, pages }));
}

/** A section's heading, with so much of what follows on the same page. */
function heading(pdf: TaggedPdf, text: string, height: number, box: Box = ALL): void {
  pdf.makeRoom(height + 36);
  if (pdf.y > PAGE.top) pdf.y += 16;
  pdf.paragraph(text, box, { size: 11, weight: "bold", color: inks.text }, "H2");
  pdf.y += 3;
}

/** In points. */
const LOGO = { width: 150, height: 44 };

/** The manager's logo, above the head. @param alternative what a screen reader says */
function writeLogo(pdf: TaggedPdf, { logo }: OwnerContents["manager"], alternative: string): void {
  if (logo === null) return;
  const height = Math.min(LOGO.height, (LOGO.width * logo.height) / logo.width);
  const [top, width] = [pdf.y, (height * logo.width) / logo.height];
  const bbox: [number, number, number, number] = [PAGE.left, top, PAGE.left + width, top + height];
  pdf.tag("Figure", () => pdf.image(logo.png, PAGE.left, top, height), { alt: alternative, bbox });
  pdf.y = top + height + 12;
}

function writeHead(pdf: TaggedPdf, { title, of, places, period, prepared, headline }: OwnerContents): void {
  const half = { x: PAGE.left, width: WIDTH * 0.62 };
  const right: Box = { x: half.x + half.width, width: WIDTH - half.width };
  const top = pdf.y;
  pdf.paragraph(of, half, { size: 17, weight: "bold", color: inks.text }, "H1");
  pdf.paragraph(places, half, BODY);
  const bottom = pdf.y;
  pdf.y = top;
  pdf.paragraph(title, right, { size: 11, weight: "bold", color: inks.brand, align: "right" });
  pdf.paragraph(period, right, { ...STRONG, align: "right" });
  pdf.paragraph(prepared, right, { ...BODY, align: "right" });
  pdf.y = Math.max(bottom, pdf.y) + 6;
  pdf.artifact(() => pdf.rule(PAGE.left, pdf.y, WIDTH, inks.text, 1.2));
  pdf.y += 14;
  pdf.paragraph(headline.text, ALL, { size: 15, weight: "bold", color: toneInks[headline.tone] });
  pdf.y += 12;
}

const changeInks: Readonly<Record<Figure["direction"], Color>> = {
  "-1": inks.online,
  "0": inks["text-muted"],
  "1": inks.critical,
};

/** The figures side by side, each with its name, what it is a part of, and its change. */
function writeFigures(pdf: TaggedPdf, figures: readonly Figure[]): void {
  const gap = 8;
  const width = (WIDTH - gap * (figures.length - 1)) / figures.length;
  const top = pdf.y;
  const inner = width - 20;
  const small: TextStyle = { size: 8, color: inks["text-muted"] };
  const bold: TextStyle = { ...small, weight: "bold" };
  const height =
    48 +
    Math.max(
      ...figures.map(({ note, change }) => pdf.heightOf(note, inner, small) + pdf.heightOf(change, inner, bold)),
    );
  pdf.artifact(() => {
    for (const index of figures.keys()) pdf.rect(PAGE.left + (width + gap) * index, top, width, height + 8, inks.panel);
  });
  pdf.within("L", () => {
    for (const [index, { name, value, note, change, direction }] of figures.entries()) {
      const box = { x: PAGE.left + (width + gap) * index + 10, width: inner };
      pdf.y = top + 8;
      pdf.within("LI", () =>
        pdf.within("LBody", () => {
          pdf.paragraph(name, box, small);
          pdf.paragraph(value, box, { size: fittingSize(pdf, value, inner), weight: "bold", color: inks.text });
          pdf.paragraph(note, box, small);
          pdf.y += 3;
          pdf.paragraph(change, box, { ...bold, color: changeInks[direction] });
        }),
      );
    }
  });
  pdf.y = top + height + 8;
}

/** So that a long figure stays on one line. */
function fittingSize(pdf: TaggedPdf, value: string, width: number): number {
  const full = 17;
  return Math.min(full, (full * width) / pdf.widthOf(value, { size: full, weight: "bold" }));
}

function writeThings(pdf: TaggedPdf, { title, list, nothing }: OwnerContents["things"]): void {
  heading(pdf, title, 50);
  if (list.length === 0) {
    pdf.paragraph(nothing, ALL, BODY);
    return;
  }
  const body = { x: PAGE.left + 18, width: WIDTH - 18 };
  pdf.within("L", () => {
    for (const [index, { title: name, why, saves }] of list.entries()) {
      const savesWidth = pdf.widthOf(saves, STRONG);
      const box = { ...body, width: body.width - savesWidth - 14 };
      pdf.makeRoom(pdf.heightOf(name, box.width, STRONG) + pdf.heightOf(why, body.width, BODY) + 12);
      pdf.artifact(() => pdf.rule(PAGE.left, pdf.y, WIDTH, inks.border));
      pdf.y += 5;
      const top = pdf.y;
      pdf.within("LI", () => {
        pdf.tag("Lbl", () =>
          pdf.write(String(index + 1), PAGE.left, top + 10, { size: 12, weight: "bold", color: inks.brand }),
        );
        pdf.within("LBody", () => {
          pdf.paragraph(name, box, STRONG);
          const next = pdf.y;
          pdf.y = top;
          pdf.paragraph(
            saves,
            { x: PAGE.right - savesWidth - 1, width: savesWidth + 1 },
            { ...STRONG, color: inks.online },
          );
          pdf.y = next;
          pdf.paragraph(why, body, BODY);
        });
      });
      pdf.y += 5;
    }
  });
}

/** A section with a table, on one page where it fits on one; none where there is nothing to say. */
function writeListing(
  pdf: TaggedPdf,
  { title, text, headings, rows, total }: Listing,
  widths: readonly number[],
): void {
  if (rows.length === 0 && text === null) return;
  const columns = headings.map((name, index) => ({ name, width: widths[index] ?? 0 }));
  const table = { columns, rows, total };
  const height = rows.length === 0 ? 0 : heightOfTable(pdf, table);
  const ofText = text === null ? 0 : pdf.heightOf(text, WIDTH, BODY) + 4;
  heading(pdf, title, ofText + (height < ONE_PAGE ? height : 80));
  if (text !== null) {
    pdf.paragraph(text, ALL, BODY);
    pdf.y += 4;
  }
  if (rows.length > 0) writeTable(pdf, table);
}

/** Height of a table that fits on a page with its heading. */
const ONE_PAGE = 560;

/** Cases beside the notes on the data. */
function writeEnd(pdf: TaggedPdf, { cases, complete, method }: OwnerContents): void {
  const notes: Box = { x: PAGE.left + 236, width: WIDTH - 236 };
  const ofNotes = [complete, method].reduce((sum, { text }) => sum + pdf.heightOf(text, notes.width, BODY) + 36, 0);
  pdf.makeRoom(Math.max(ofNotes, 36 + 18 * (cases.rows.length + 2)));
  const top = pdf.y;
  writeListing(pdf, cases, [160, 52]);
  const bottom = pdf.y;
  pdf.y = top;
  heading(pdf, complete.title, 0, notes);
  pdf.paragraph(complete.text, notes, complete.isLow ? { ...BODY, color: inks.warning } : BODY);
  heading(pdf, method.title, 0, notes);
  pdf.paragraph(method.text, notes, BODY);
  pdf.y = Math.max(bottom, pdf.y);
}
