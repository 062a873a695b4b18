import { type CellValue, type MergeRange, readXlsx, type Sheet } from "hucre/xlsx";
import { text } from "../../problem/text.ts";
import { FileRejected } from "../rejections.ts";
import { rejectHugeWorkbook, tooManyRows } from "./unpacked-workbook.ts";

const MOST_COLUMNS = 100;
/** A text that many cells share is in the file once, but in the rows once for each of them. */
const MAX_CHARACTERS = 32_000_000;
/** Merged areas do not overlap, so together they are no more than the sheet. */
const MAX_MERGED_CELLS = 2_000_000;

/** How much of a workbook is read. */
export interface SheetLimits {
  /** The last row in which there may be something. */
  lastRow: number;
  /** Whether all sheets that are not hidden are read, or the first of them alone. */
  isWhole: boolean;
}

/** A sheet with its merged areas filled. */
export interface FilledSheet {
  sheet: Sheet;
  /** How many cells got the value of the merged area that they are part of. */
  mergedCells: number;
}

/**
 * Reads sheets of an Excel workbook that are not hidden, as they show: merged cells all have the value that the merged
 * area shows.
 * @throws FileRejected for what is no workbook, and for one that is too large
 */
export async function readSheets(bytes: Buffer, name: string, limits: SheetLimits): Promise<FilledSheet[]> {
  rejectHugeWorkbook(bytes, name, limits.lastRow);
  const sheets = await visibleSheets(bytes, name, limits.isWhole);
  return sheets.map((sheet) => {
    if (sheet.rows.length > limits.lastRow) throw tooManyRows(name, sheet.rows.length);
    const width = sheet.rows.reduce((most, row) => Math.max(most, row.length), 0);
    if (width > MOST_COLUMNS) {
      throw new FileRejected(
        "too_many_columns",
        text`${name} has ${width} columns. Leave at most ${MOST_COLUMNS} in the sheet.`,
      );
    }
    rejectOverlappingMerges(sheet, name);
    const mergedCells = fillMerged(sheet.rows, sheet.merges ?? []);
    rejectLongTexts(sheet.rows, name);
    return { sheet, mergedCells };
  });
}

async function visibleSheets(bytes: Buffer, name: string, isWhole: boolean): Promise<Sheet[]> {
  let isFound = false;
  const workbook = await readXlsx(bytes, {
    readStyles: true,
    sheets: ({ hidden, veryHidden }) => {
      if ((isFound && !isWhole) || hidden === true || veryHidden === true) return false;
      isFound = true;
      return true;
    },
    // Whatever goes wrong in there, the file is not one that it can read.
  }).catch(() => null);
  if (workbook !== null && workbook.sheets.length > 0) return workbook.sheets;
  throw new FileRejected(
    "broken_workbook",
    text`${name} cannot be read as an Excel workbook. Save it again as .xlsx without a password, or as CSV (UTF-8).`,
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
  throw new FileRejected(
    "broken_workbook",
    text`${name} has merged areas of more than ${MAX_MERGED_CELLS} cells. Copy the list alone into a new workbook.`,
  );
}

function rejectLongTexts(rows: CellValue[][], name: string): void {
  let characters = 0;
  for (const row of rows) for (const value of row) if (typeof value === "string") characters += value.length;
  if (characters <= MAX_CHARACTERS) return;
  throw new FileRejected(
    "too_large_unpacked",
    text`${name} has more than ${MAX_CHARACTERS / 1_000_000} million characters in its cells. Copy the list alone into a new workbook.`,
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

/** A cell as it shows, without leading zeros. */
export function shown(value: CellValue): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  // Excel shows 15 digits: a sum that is 0.30000000000000004 inside shows as 0.3.
  if (typeof value === "number") return String(Number(value.toPrecision(15)));
  return String(value);
}

/** "1234" as "01234" where the cell is shown as 00000. */
export function padded(text: string, style: { numFmt?: string } | undefined): string {
  const zeros = style?.numFmt ?? "";
  return /^0+$/.test(zeros) && /^\d+$/.test(text) ? text.padStart(zeros.length, "0") : text;
}
