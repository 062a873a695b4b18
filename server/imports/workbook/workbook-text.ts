import type { CellValue } from "hucre/xlsx";
import { text } from "../../problem/text.ts";
import { FileRejected } from "../rejections.ts";
import { type FilledSheet, padded, readSheets, shown } from "./read-sheets.ts";

/** A year of hours of eleven meters. More is no list that a person keeps, and CSV has no limit. */
const LAST_ROW = 100_000;
/** Times of day without a day lie on the day that a spreadsheet calls 0, in either of its calendars. */
const LAST_DAY_ZERO = Date.UTC(1904, 0, 2);

/**
 * The text of a workbook of readings: the one sheet that has rows, tabs between its columns, each row in the line of its
 * number. Dates are written in ISO, formulas as their results.
 * @throws FileRejected for what is no workbook, one that is too large, and one in which several sheets have rows
 */
export async function textOfWorkbook(bytes: Buffer, name: string): Promise<string> {
  const sheets = await sheetsOf(bytes, name);
  const [only, ...others] = sheets.filter(hasRows);
  if (only === undefined) {
    throw new FileRejected("empty_file", text`${name} has no sheet with rows. Export it again and check its sheets.`);
  }
  if (others.length > 0) {
    const names = [only, ...others].map(({ sheet }) => `"${sheet.name}"`).join(", ");
    throw new FileRejected(
      "several_sheets",
      text`${name} has more than one sheet with rows: ${names}. Hide those that are not to be imported, or save each as a file of its own.`,
    );
  }
  return only.sheet.rows.map((row, index) => lineOf(row, only, index)).join("\n");
}

async function sheetsOf(bytes: Buffer, name: string): Promise<FilledSheet[]> {
  try {
    return await readSheets(bytes, name, { lastRow: LAST_ROW, isWhole: true });
  } catch (error) {
    if (!(error instanceof FileRejected) || !["too_many_rows", "too_large_unpacked"].includes(error.code)) throw error;
    throw new FileRejected(
      error.code,
      text`${name} is more than is read of a workbook: ${LAST_ROW.toLocaleString("en-US")} rows, 32 MiB unpacked. Save it as CSV (UTF-8), which may be of any length, or split it.`,
    );
  }
}

/** A heading and a row below it, of two columns at least. */
function hasRows({ sheet }: FilledSheet): boolean {
  const isFilled = (value: CellValue) => value !== null && shown(value).trim() !== "";
  return sheet.rows.filter((row) => row.filter(isFilled).length > 1).length > 1;
}

function lineOf(row: readonly CellValue[], { sheet }: FilledSheet, index: number): string {
  const cells = row.map((value, column) => {
    if (value instanceof Date) return timeOf(value);
    return quotedCell(padded(shown(value), sheet.cells?.get(`${index},${column}`)?.style));
  });
  while (cells.at(-1) === "") cells.pop();
  return cells.join("\t");
}

/** A day with its time, or the time of day alone. Sums of hours in a sheet are not exact to the millisecond. */
function timeOf(value: Date): string {
  const time = Math.round(value.getTime() / 1000) * 1000;
  if (Number.isNaN(time)) return "";
  const text = new Date(time).toISOString();
  return time < LAST_DAY_ZERO ? text.slice(11, 19) : text.slice(0, 19).replace("T", " ");
}

function quotedCell(text: string): string {
  const plain = text.replaceAll(/\s+/g, " ").trim();
  return plain.includes('"') ? `"${plain.replaceAll('"', '""')}"` : plain;
}
