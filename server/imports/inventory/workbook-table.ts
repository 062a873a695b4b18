import { type CellValue, type MergeRange, readXlsx, type Sheet } from "hucre/xlsx";
import { FileRefused, RowRefused } from "../refusals.ts";
import { headingsPlace } from "./inventory-columns.ts";
import type { InventoryTable, TableRow } from "./inventory-table.ts";
import { refuseHugeWorkbook, tooManyRows } from "./unpacked-workbook.ts";

/** Rows of a sheet that are looked at: more than an inventory may have, for there may be empty ones. */
const LAST_ROW = 20_000;
const MOST_COLUMNS = 100;
/** A text that many cells share is in the file once, but in the rows once for each of them. */
const MAX_CHARACTERS = 32_000_000;
/** Merged areas do not overlap, so together they are no more than the sheet. */
const MAX_MERGED_CELLS = LAST_ROW * MOST_COLUMNS;
const FORMULA_ERROR = /^#(N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/;

/**
 * Reads the first sheet of an Excel workbook that is not hidden, as it shows: merged cells all have the value that the
 * merged area shows, and numbers shown with leading zeros have them.
 * @throws FileRefused for what is no workbook, and for one that is too large
 */
export async function tableOfWorkbook(bytes: Buffer, name: string): Promise<InventoryTable> {
  refuseHugeWorkbook(bytes, name, LAST_ROW);
  const sheet = await firstSheet(bytes, name);
  if (sheet.rows.length > LAST_ROW) throw tooManyRows(name, sheet.rows.length);
  const width = Math.max(0, ...sheet.rows.map((row) => row.length));
  if (width > MOST_COLUMNS) {
    throw new FileRefused(
      "too_many_columns",
      `${name} has ${width} columns. Leave at most ${MOST_COLUMNS} in the sheet.`,
    );
  }
  rejectOverlappingMerges(sheet, name);
  const mergedCells = fillMerged(sheet.rows, sheet.merges ?? []);
  rejectLongTexts(sheet.rows, name);
  const texts = sheet.rows.map((row) => row.map((value) => shown(value).trim()));
  const filled = [...texts.keys()].filter((index) => texts[index]?.some((text) => text !== ""));
  const first = filled[headingsPlace(filled.map((index) => texts[index] ?? []))] ?? -1;
  const headings = texts[first] ?? [];
  const rows: TableRow[] = [];
  for (const [index, values] of sheet.rows.entries()) {
    if (index <= first) continue;
    const cells = values.map((value, column) => padded(shown(value), sheet.cells?.get(`${index},${column}`)?.style));
    if (!cells.some((cell) => cell.trim() !== "")) continue;
    rows.push({ number: index + 1, cells, raw: cells.join(","), refused: refusedCell(sheet, index, headings) });
  }
  return { headings, headingsRow: first < 0 ? null : first + 1, rows, sheet: sheet.name, mergedCells };
}

async function firstSheet(bytes: Buffer, name: string): Promise<Sheet> {
  let isFound = false;
  const workbook = await readXlsx(bytes, {
    readStyles: true,
    sheets: ({ hidden, veryHidden }) => {
      if (isFound || hidden === true || veryHidden === true) return false;
      isFound = true;
      return true;
    },
    // Whatever goes wrong in there, the file is not one that it can read.
  }).catch(() => null);
  const sheet = workbook?.sheets[0];
  if (sheet !== undefined) return sheet;
  throw new FileRefused(
    "broken_workbook",
    `${name} cannot be read as an Excel workbook. Save it anew as .xlsx without a password, or as CSV (UTF-8).`,
  );
}

function rejectOverlappingMerges({ rows, merges = [] }: Sheet, name: string): void {
  let cells = 0;
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const height = Math.min(endRow, rows.length - 1) - startRow + 1;
    const width = Math.min(endCol, MOST_COLUMNS - 1) - startCol + 1;
    if (height > 0 && width > 0) cells += height * width;
  }
  if (cells <= MAX_MERGED_CELLS) return;
  throw new FileRefused(
    "broken_workbook",
    `${name} has merged areas of more than ${MAX_MERGED_CELLS} cells. Copy the list alone into a new workbook.`,
  );
}

function rejectLongTexts(rows: CellValue[][], name: string): void {
  let characters = 0;
  for (const row of rows) for (const value of row) if (typeof value === "string") characters += value.length;
  if (characters <= MAX_CHARACTERS) return;
  throw new FileRefused(
    "too_large_unpacked",
    `${name} has more than ${MAX_CHARACTERS / 1_000_000} million characters in its cells. Copy the list alone into a new workbook.`,
  );
}

/** Gives every cell of a merged area what the area shows. @returns how many got it */
function fillMerged(rows: CellValue[][], merges: readonly MergeRange[]): number {
  let filled = 0;
  for (const { startRow, startCol, endRow, endCol } of merges) {
    const value = rows[startRow]?.[startCol] ?? null;
    if (value === null) continue;
    for (let row = startRow; row <= Math.min(endRow, rows.length - 1); row++) {
      for (let column = startCol; column <= Math.min(endCol, MOST_COLUMNS - 1); column++) {
        const cells = rows[row];
        if (cells === undefined || (row === startRow && column === startCol)) continue;
        cells[column] = value;
        filled++;
      }
    }
  }
  return filled;
}

/** A row with a cell that does not show what was typed. */
function refusedCell(sheet: Sheet, index: number, headings: readonly string[]): RowRefused | null {
  for (const [column, value] of (sheet.rows[index] ?? []).entries()) {
    const heading = headings[column] ?? "";
    if (value instanceof Date) {
      return new RowRefused(
        "date_cell",
        `${heading} is a date, ${shown(value)}: Excel turns texts such as 1-2 into one. Write what is meant.`,
        heading,
      );
    }
    if (typeof value === "string" && FORMULA_ERROR.test(value)) {
      return new RowRefused(
        "error_cell",
        `${heading} is ${shown(value)}, the error of a formula. Write what is meant.`,
        heading,
      );
    }
  }
  return null;
}

function shown(value: CellValue): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  // Excel shows 15 digits: a sum that is 0.30000000000000004 inside shows as 0.3.
  if (typeof value === "number") return String(Number(value.toPrecision(15)));
  return String(value);
}

/** "1234" as "01234" where the cell is shown as 00000. */
function padded(text: string, style: { numFmt?: string } | undefined): string {
  const zeros = style?.numFmt ?? "";
  return /^0+$/.test(zeros) && /^\d+$/.test(text) ? text.padStart(zeros.length, "0") : text;
}
