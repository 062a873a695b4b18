import { type CellValue, writeXlsxStream, XLSX_MAX_ROWS_PER_SHEET } from "hucre/xlsx";
import {
  type Cell,
  type CellKind,
  type Column,
  cellOf,
  numberFormat,
  widthOf,
} from "../../contract/files/file-columns.ts";

/** What a spreadsheet holds in one cell. */
const MOST_CHARACTERS = 32_767;
/** Formats of cells that are no numbers. */
export const formats: Partial<Record<CellKind, string>> = { day: "yyyy-mm-dd", instant: "yyyy-mm-dd hh:mm:ss" };
const LONGEST_SHEET_NAME = 31;
const BOLD = { font: { bold: true } };

/**
 * Rows as a spreadsheet, row by row as it is read. Numbers, days and instants are typed, instants in UTC, because cells
 * have no time zones; texts are never formulas. Headings and totals are bold. Beyond 1,048,576 rows a further sheet begins.
 * @param totals a row below the others
 */
export function xlsxFile(
  name: string,
  columns: readonly Column[],
  batches: AsyncIterable<unknown[]>,
  totals: readonly Cell[] | null,
): AsyncGenerator<Uint8Array> {
  const header = columns.map((column) =>
    column.kind === "instant" && column.translate === null ? `${column.header} (UTC)` : column.header,
  );
  const lines = linesOf(header, columns, batches, totals);
  // The writer takes styles by column only, and reads them for each row that it has just taken from the lines.
  let isBold = false;
  async function* rows() {
    for await (const line of lines) {
      isBold = line.isBold;
      yield line.cells;
    }
  }
  const stream = writeXlsxStream(rows(), {
    name: name.slice(0, LONGEST_SHEET_NAME),
    columns: columns.map((column, place) => {
      const numFmt = formats[column.kind] ?? numberFormat(column);
      return {
        width: widthOf({ ...column, header: header[place] ?? "" }),
        ...(numFmt === undefined ? {} : { numFmt }),
        get style() {
          return isBold ? BOLD : {};
        },
      };
    }),
    freezePane: { rows: 1 },
    repeatHeaders: false,
  });
  return bytesOf(stream.getReader());
}

/** Cancels a stream that is not read to its end, so that it reads no further row. */
async function* bytesOf(reader: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
  } finally {
    await reader.cancel();
  }
}

/** The lines of all sheets, each of which begins with the headings. */
async function* linesOf(
  header: CellValue[],
  columns: readonly Column[],
  batches: AsyncIterable<unknown[]>,
  totals: readonly Cell[] | null,
): AsyncGenerator<{ cells: CellValue[]; isBold: boolean }> {
  yield { cells: header, isBold: true };
  let written = 1;
  for await (const rows of batches) {
    for (const row of rows) {
      if (written++ % XLSX_MAX_ROWS_PER_SHEET === 0) {
        yield { cells: header, isBold: true };
        written++;
      }
      yield { cells: columns.map((column) => typed(cellOf(row, column), column.kind)), isBold: false };
    }
  }
  if (totals) yield { cells: totals.map((cell) => typed(cell, "text")), isBold: true };
}

/** A value as a spreadsheet's cell holds it. */
export function typed(cell: Cell, kind: CellKind): CellValue {
  if (typeof cell !== "string") return cell;
  // A day is midnight in UTC, as the writer counts.
  if (kind === "day" || kind === "instant") return new Date(cell);
  // _x0041_ in a text would be read as the character of that number.
  return cell.slice(0, MOST_CHARACTERS).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");
}
