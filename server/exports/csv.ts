import { BYTE_ORDER_MARK, csvField, csvLine } from "../../contract/files/csv.ts";
import { type Cell, type Column, cellOf, textOf } from "../../contract/files/file-columns.ts";

/**
 * Rows as a CSV file (RFC 4180, UTF-8), a piece of text for each batch as it is read. A file with the labels of screens
 * begins with a byte order mark, by which spreadsheets detect UTF-8.
 * @param totals a row below the others
 */
export async function* csvFile(
  columns: readonly Column[],
  batches: AsyncIterable<unknown[]>,
  totals: readonly Cell[] | null,
): AsyncGenerator<string> {
  const mark = columns.some(({ asText }) => asText) ? BYTE_ORDER_MARK : "";
  yield mark + csvLine(columns.map(({ header }) => csvField(header)));
  const textsOf = (cells: readonly Cell[]) =>
    columns.map((column, place) => {
      const cell = cells[place] ?? null;
      return cell === null ? "" : csvField(textOf(cell, column), typeof cell !== "string");
    });
  for await (const rows of batches) {
    yield rows.map((row) => csvLine(textsOf(columns.map((column) => cellOf(row, column))))).join("");
  }
  if (totals) yield csvLine(textsOf(totals));
}
