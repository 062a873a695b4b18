import { mayBeFormula } from "../../contract/formula.ts";
import { type Cell, type Column, cellOf, headerOf } from "./columns.ts";

/** Rows as a CSV file (RFC 4180, UTF-8), a piece of text for each batch as it is read. */
export async function* csvFile(columns: readonly Column[], batches: AsyncIterable<unknown[]>): AsyncGenerator<string> {
  yield line(columns.map(headerOf));
  for await (const rows of batches) {
    yield rows.map((row) => line(columns.map((column) => cellOf(row, column)))).join("");
  }
}

function line(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
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
