import { t } from "@lingui/core/macro";
import { performanceName } from "../../../../components/badges/PerformanceBadge.tsx";
import { costPicture, type InkName } from "../contents/cost-picture.ts";
import type { OwnerReport } from "../contents/report-contents.ts";
import { type Colour, PdfSheet, textWidth, wrapped } from "./pdf-sheet.ts";

/** The page's light colours, which paper has. */
export const inks = {
  text: "#18212c",
  "text-muted": "#4d5967",
  border: "#c9d0d8",
  surface: "#ffffff",
  brand: "#0b6b80",
  critical: "#b92525",
  warning: "#a04d00",
  online: "#17703a",
  unknown: "#5b6775",
  "series-toilet-leak": "#c98600",
  "series-other-leak": "#b02f96",
  "series-previous-period": "#5f6b79",
} as const satisfies Readonly<Record<InkName | string, Colour>>;

/** US Letter in points, and what is left of it inside of its margins. */
const [WIDTH, HEIGHT] = [612, 792];
const [LEFT, RIGHT, TOP, FOOT] = [42, 570, 50, 750];
const BODY = { size: 9, colour: inks["text-muted"] } as const;
const STRONG = { size: 9, weight: "bold", colour: inks.text } as const;
const LINE = 12;

/** The report as one page of a PDF file: vectors, and text that can be searched. */
export function ownerPdf(report: OwnerReport): Promise<Uint8Array<ArrayBuffer>> {
  const sheet = new PdfSheet(WIDTH, HEIGHT);
  let y = head(sheet, report);
  y = figures(sheet, report, y + 22);
  y = picture(sheet, report, y + 28);
  const halves = y + 28;
  y = Math.max(classes(sheet, report, halves), costliest(sheet, report, halves));
  y = things(sheet, report, y + 28);
  repairsAndCompleteness(sheet, report, y + 24);
  paragraph(sheet, report.foot, LEFT, FOOT, RIGHT - LEFT, 2, { size: 7, colour: inks["text-muted"] }, 9);
  return sheet.bytes(t`Owner's Report, ${report.of}, ${report.period}`);
}

type Style = Parameters<PdfSheet["text"]>[3];

/** @returns where the last line has its foot */
function paragraph(
  sheet: PdfSheet,
  text: string,
  x: number,
  y: number,
  width: number,
  most: number,
  style: Style,
  line = LINE,
): number {
  const lines = wrapped(text, width, most, style);
  for (const [index, lineText] of lines.entries()) sheet.text(lineText, x, y + line * index, style);
  return y + line * (lines.length - 1);
}

function title(sheet: PdfSheet, text: string, x: number, y: number): void {
  sheet.text(text, x, y, { ...STRONG, size: 10 });
}

function head(sheet: PdfSheet, report: OwnerReport): number {
  const big = { size: 15, weight: "bold", colour: inks.text } as const;
  const period = { ...big, align: "right" } as const;
  const room = RIGHT - LEFT - textWidth(report.period, big) - 12;
  paragraph(sheet, t`Owner's Report: ${report.of}`, LEFT, TOP, room, 1, big);
  sheet.text(report.period, RIGHT, TOP, period);
  sheet.text(report.places, LEFT, TOP + 14, BODY);
  sheet.text(report.prepared, RIGHT, TOP + 14, { ...BODY, align: "right" });
  sheet.line(
    [
      [LEFT, TOP + 22],
      [RIGHT, TOP + 22],
    ],
    inks.text,
    1.2,
  );
  const colour = report.tone === "worse" ? inks.critical : report.tone === "better" ? inks.online : inks.text;
  return paragraph(sheet, report.headline, LEFT, TOP + 46, RIGHT - LEFT, 2, { ...big, colour }, 19);
}

function figures(sheet: PdfSheet, report: OwnerReport, y: number): number {
  const column = (RIGHT - LEFT) / report.figures.length;
  for (const [index, { name, value, change, note }] of report.figures.entries()) {
    const x = LEFT + column * index;
    sheet.text(name, x, y, BODY);
    sheet.text(value, x, y + 19, { size: 16, weight: "bold", colour: inks.text });
    const sign = change?.startsWith("+") ? inks.critical : inks.online;
    const small = { size: 8, colour: inks["text-muted"] } as const;
    paragraph(sheet, note, x, y + 32, column - 6, 1, small);
    if (change !== null) sheet.text(change, x, y + 42, { ...small, weight: "bold", colour: sign });
  }
  return y + 42;
}

function picture(sheet: PdfSheet, { bars }: OwnerReport, y: number): number {
  title(sheet, t`What leaks cost, by ${bars.each}`, LEFT, y);
  const size = { width: RIGHT - LEFT, height: 150, type: 8 };
  const [left, top] = [LEFT, y + 8];
  for (const shape of costPicture(bars, size)) {
    if (shape.kind === "text") {
      const style = { size: size.type, colour: inks["text-muted"], align: shape.align };
      sheet.text(shape.text, left + shape.x, top + shape.y, style);
    } else if (shape.kind === "rect") {
      sheet.rect(left + shape.x, top + shape.y, shape.width, shape.height, inks[shape.ink]);
    } else {
      const points = shape.points.map(([x, at]) => [left + x, top + at] as const);
      sheet.line(points, inks[shape.ink], shape.width, shape.dashed);
    }
  }
  return top + size.height;
}

const classInks = {
  on_track: inks.online,
  opportunities: inks.warning,
  critical: inks.critical,
  zero_usage: inks.unknown,
} as const;
/** Where the left half ends and the right half begins. */
const [LEFT_END, RIGHT_START] = [240, 266];

function classes(sheet: PdfSheet, report: OwnerReport, y: number): number {
  title(sheet, t`Properties by share of water lost`, LEFT, y);
  const all = Math.max(
    1,
    report.classes.reduce((sum, { count }) => sum + count, 0),
  );
  let x = LEFT;
  let at = y + 8;
  for (const { id, count } of report.classes) {
    const width = ((LEFT_END - LEFT) * count) / all;
    if (width > 0) sheet.rect(x, at, Math.max(0.5, width - 1), 9, classInks[id]);
    x += width;
  }
  at += 22;
  for (const { id, count } of report.classes) {
    sheet.rect(LEFT, at - 6, 6, 6, classInks[id]);
    sheet.text(performanceName(id), LEFT + 11, at, BODY);
    sheet.text(String(count), LEFT_END, at, { ...STRONG, align: "right" });
    at += LINE;
  }
  if (report.noData > 0) sheet.text(t`${report.noData} without data`, LEFT + 11, at, BODY);
  return at;
}

function costliest(sheet: PdfSheet, report: OwnerReport, y: number): number {
  title(sheet, t`Where leaks cost most`, RIGHT_START, y);
  const most = report.costliest[0]?.dollars ?? 1;
  let at = y + 15;
  if (report.costliest.length === 0) sheet.text(t`No property had a leak that cost anything.`, RIGHT_START, at, BODY);
  for (const { name, dollars, text } of report.costliest) {
    const room = RIGHT - RIGHT_START - textWidth(text, BODY) - 10;
    paragraph(sheet, name, RIGHT_START, at, room, 1, { ...BODY, colour: inks.text });
    sheet.text(text, RIGHT, at, { ...BODY, align: "right" });
    sheet.rect(RIGHT_START, at + 3, Math.max(1, ((RIGHT - RIGHT_START) * dollars) / most), 3, inks.brand);
    at += 17;
  }
  return at - 8;
}

function things(sheet: PdfSheet, report: OwnerReport, y: number): number {
  title(sheet, t`Three things to do`, LEFT, y);
  let at = y + 6;
  if (report.things.length === 0) {
    return paragraph(sheet, report.nothingToDo, LEFT, at + 10, RIGHT - LEFT, 2, BODY);
  }
  for (const [index, { title, why, saves }] of report.things.entries()) {
    sheet.line(
      [
        [LEFT, at],
        [RIGHT, at],
      ],
      inks.border,
      0.6,
    );
    at += 13;
    sheet.text(String(index + 1), LEFT, at, { size: 12, weight: "bold", colour: inks.brand });
    paragraph(sheet, title, LEFT + 16, at, RIGHT - LEFT - 26 - textWidth(saves, STRONG), 1, STRONG);
    sheet.text(saves, RIGHT, at, { ...STRONG, align: "right" });
    at = paragraph(sheet, why, LEFT + 16, at + LINE, RIGHT - LEFT - 16, 2, BODY) + 7;
  }
  return at;
}

function repairsAndCompleteness(sheet: PdfSheet, report: OwnerReport, y: number): void {
  const middle = (LEFT + RIGHT) / 2;
  const width = middle - LEFT - 10;
  title(sheet, t`What was repaired`, LEFT, y);
  paragraph(sheet, report.repaired, LEFT, y + 14, width, 4, BODY);
  title(sheet, t`How complete the data is`, middle + 10, y);
  const style = report.low ? { ...BODY, colour: inks.warning } : BODY;
  paragraph(sheet, report.complete, middle + 10, y + 14, width, 4, style);
}
