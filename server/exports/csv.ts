import { type CsvCell, csvHeader, csvRow } from "../../contract/files/csv.ts";
import { type Cell, type Column, cellOf, textOf } from "../../contract/files/file-columns.ts";

/**
 * Rows as a CSV file, a piece of text for each batch as it is read. One with the labels of screens is for people, one with
 * the names of fields for programs.
 * @param totals a row below the others
 */
export async function* csvPieces(
  columns: readonly Column[],
  batches: AsyncIterable<unknown[]>,
  totals: readonly Cell[] | null,
): AsyncGenerator<string> {
  const isForPeople = columns.some(({ translate }) => translate !== null);
  yield (isForPeople ? csvHeader : csvRow)(columns.map(({ header }) => header));
  const textsOf = (cells: readonly Cell[]) =>
    columns.map((column, place): CsvCell => {
      const cell = cells[place] ?? null;
      return cell === null ? null : textOf(cell, column);
    });
  for await (const rows of batches) {
    yield rows.map((row) => csvRow(textsOf(columns.map((column) => cellOf(row, column))))).join("");
  }
  if (totals) yield csvRow(textsOf(totals));
}
