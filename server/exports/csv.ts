import { type Cell, type Column, cellOf, textOf } from "../../contract/file-columns.ts";
import { mayBeFormula } from "../../contract/formula.ts";

/**
 * Rows as a CSV file (RFC 4180, UTF-8), a piece of text for each batch as it is read. A file in the words of screens begins
 * with a byte order mark, by which spreadsheets know UTF-8.
 * @param totals a row below the others
 */
export async function* csvFile(
  columns: readonly Column[],
  batches: AsyncIterable<unknown[]>,
  totals: readonly Cell[] | null,
): AsyncGenerator<string> {
  const mark = columns.some(({ inWords }) => inWords) ? "\uFEFF" : "";
  yield mark + line(columns.map(({ header }) => csvCell(header)));
  const textsOf = (cells: readonly Cell[]) =>
    columns.map((column, place) => {
      const cell = cells[place] ?? null;
      return typeof cell === "number" ? textOf(cell, column) : csvCell(cell);
    });
  for await (const rows of batches) {
    yield rows.map((row) => line(textsOf(columns.map((column) => cellOf(row, column))))).join("");
  }
  if (totals) yield line(textsOf(totals));
}

function line(cells: readonly string[]): string {
  return `${cells.join(",")}\r\n`;
}

/**
 * A value as a cell of a CSV file. An apostrophe keeps a text that a spreadsheet would run as a formula a text; numbers stay
 * numbers. Quotes also keep semicolons from separating columns.
 */
export function csvCell(value: Cell): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const harmless = mayBeFormula(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
