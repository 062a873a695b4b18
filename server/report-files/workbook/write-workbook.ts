import { type CellStyle, type WriteSheet, writeXlsx } from "hucre/xlsx";
import type { Line, Sheet, SheetCell } from "./line.ts";

/** Characters: a narrower column shows dates as ####, a wider one does not fit on a page. */
const [NARROWEST, WIDEST] = [10, 44];

/**
 * A workbook of several sheets. Texts are never formulas.
 * @param title of the document, which screen readers announce
 */
export function writeWorkbook(title: string, sheets: readonly Sheet[], madeAt: Date): Promise<Uint8Array> {
  return writeXlsx({
    sheets: sheets.map(writtenSheet),
    properties: { title, creator: "Dripline", created: madeAt, modified: madeAt },
  });
}

function writtenSheet({ name, summary, blocks }: Sheet): WriteSheet {
  const lines: Line[] = [];
  let filter: { line: number; last: number; columns: number } | undefined;
  for (const block of blocks) {
    if (lines.length > 0) lines.push([]);
    if (block.filterLine !== undefined) {
      const line = lines.length + block.filterLine;
      const columns = block.lines[block.filterLine]?.length ?? 1;
      const last = lines.length + block.lines.length - 1 - (block.totalLines ?? 0);
      filter = { line, last, columns };
    }
    lines.push(...block.lines);
  }
  const columns = Math.max(...blocks.map(({ widths }) => widths.length));
  return {
    name,
    rows: lines.map((line) => line.map(({ value }) => value)),
    cells: new Map(
      lines.flatMap((line, row) => line.map((cell, column) => [`${row},${column}`, { style: styleOf(cell) }])),
    ),
    columns: Array.from({ length: columns }, (_, column) => ({
      width: Math.min(WIDEST, Math.max(NARROWEST, ...blocks.map(({ widths }) => widths[column] ?? 0))),
    })),
    ...(filter === undefined
      ? {}
      : { autoFilter: { range: `A${filter.line + 1}:${letterOf(filter.columns)}${filter.last + 1}` } }),
    pageSetup: { orientation: "landscape", fitToPage: true, fitToWidth: 1, fitToHeight: 0 },
    a11y: { summary },
  };
}

function styleOf({ format, isBold, isLarge, isWrapped }: SheetCell): CellStyle {
  return {
    ...(format === undefined ? {} : { numFmt: format }),
    ...(isBold || isLarge ? { font: { bold: true, ...(isLarge ? { size: 15 } : {}) } } : {}),
    ...(isWrapped ? { alignment: { wrapText: true, vertical: "top" } } : {}),
  };
}

/** The letters of a column: 1 is A, 27 AA. */
function letterOf(column: number): string {
  return column < 1 ? "" : letterOf(Math.floor((column - 1) / 26)) + String.fromCharCode(65 + ((column - 1) % 26));
}
