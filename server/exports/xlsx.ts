import { type CellValue, writeXlsxStream } from "hucre/xlsx";
import { type Cell, type CellKind, type Column, cellOf, numberFormat, widthOf } from "../../contract/file-columns.ts";

/** What a spreadsheet holds in one cell. */
const MOST_CHARACTERS = 32_767;
const formats: Partial<Record<CellKind, string>> = { day: "yyyy-mm-dd", instant: "yyyy-mm-dd hh:mm:ss" };
const LONGEST_SHEET_NAME = 31;

/**
 * Rows as a spreadsheet, row by row as it is read. Numbers, days and instants are typed, instants in UTC, because cells
 * have no time zones; texts are never formulas. Beyond 1,048,576 rows a further sheet begins.
 * @param totals a row below the others
 */
export function xlsxFile(
  name: string,
  columns: readonly Column[],
  batches: AsyncIterable<unknown[]>,
  totals: readonly Cell[] | null,
): AsyncGenerator<Uint8Array> {
  const stream = writeXlsxStream(cellsOf(columns, batches, totals), {
    name: name.slice(0, LONGEST_SHEET_NAME),
    columns: columns.map((column) => {
      const numFmt = formats[column.kind] ?? numberFormat(column);
      const header = column.kind === "instant" && !column.asText ? `${column.header} (UTC)` : column.header;
      const width = widthOf({ ...column, header });
      return numFmt === undefined ? { header, width } : { header, width, numFmt };
    }),
    freezePane: { rows: 1 },
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

async function* cellsOf(
  columns: readonly Column[],
  batches: AsyncIterable<unknown[]>,
  totals: readonly Cell[] | null,
): AsyncGenerator<CellValue[]> {
  for await (const rows of batches) {
    for (const row of rows) yield columns.map((column) => typed(cellOf(row, column), column.kind));
  }
  if (totals) yield totals.map((cell) => typed(cell, "text"));
}

function typed(cell: Cell, kind: CellKind): CellValue {
  if (typeof cell !== "string") return cell;
  // A day is midnight in UTC, as the writer counts.
  if (kind === "day" || kind === "instant") return new Date(cell);
  // _x0041_ in a text would be read as the character of that number.
  return cell.slice(0, MOST_CHARACTERS).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_");
}
