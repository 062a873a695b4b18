import type { Sheet } from "hucre/xlsx";
import { text } from "../../problem/text.ts";
import { columnOf, headingsPlace } from "../inventory/inventory-columns.ts";
import type { InventoryTable, TableRow } from "../inventory/inventory-table.ts";
import { RowRejected } from "../rejections.ts";
import { padded, readSheets, shown } from "./read-sheets.ts";

/** Rows of a sheet that are looked at: more than an inventory may have, for there may be empty ones. */
const LAST_ROW = 20_000;
const FORMULA_ERROR = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/;

/**
 * Reads the first sheet of an Excel workbook that is not hidden, as it shows: merged cells all have the value that the
 * merged area shows, and numbers shown with leading zeros have them.
 * @throws FileRejected for what is no workbook, and for one that is too large
 */
export async function tableOfWorkbook(bytes: Buffer, name: string): Promise<InventoryTable> {
  const [first] = await readSheets(bytes, name, { lastRow: LAST_ROW, isWhole: false });
  if (first === undefined) throw new Error("A workbook without sheets is rejected where it is read.");
  const { sheet, mergedCells } = first;
  const texts = sheet.rows.map((row) => row.map((value) => shown(value).trim()));
  const filled = [...texts.keys()].filter((index) => texts[index]?.some((text) => text !== ""));
  const top = filled[headingsPlace(filled.map((index) => texts[index] ?? []))] ?? -1;
  const headings = texts[top] ?? [];
  const rows: TableRow[] = [];
  for (const [index, values] of sheet.rows.entries()) {
    if (index <= top) continue;
    const cells = values.map((value, column) => padded(shown(value), sheet.cells?.get(`${index},${column}`)?.style));
    if (!cells.some((cell) => cell.trim() !== "")) continue;
    rows.push({ number: index + 1, cells, raw: cells.join(","), rejected: rejectedCell(sheet, index, headings) });
  }
  return { headings, headingsRow: top < 0 ? null : top + 1, rows, sheet: sheet.name, mergedCells };
}

/** A row with a cell that does not show what was typed. */
function rejectedCell(sheet: Sheet, index: number, headings: readonly string[]): RowRejected | null {
  for (const [column, value] of (sheet.rows[index] ?? []).entries()) {
    const heading = headings[column] ?? "";
    if (value instanceof Date && columnOf(heading) !== "in_service_since") {
      return new RowRejected(
        "date_cell",
        text`${heading} is a date, ${shown(value)}: Excel turns texts such as 1-2 into one. Enter the intended text.`,
        heading,
      );
    }
    if (typeof value === "string" && FORMULA_ERROR.test(value)) {
      return new RowRejected(
        "error_cell",
        text`${heading} is ${shown(value)}, the error of a formula. Enter the intended text.`,
        heading,
      );
    }
  }
  return null;
}
