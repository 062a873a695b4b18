import { t } from "@lingui/core/macro";
import { type CellValue, writeXlsx } from "hucre/xlsx";
import { csvFile } from "../../../contract/files/csv.ts";
import type { TableColumn } from "./column.ts";
import { fileCell, fileHeader, fileTotals } from "./csv-row.ts";

export type TableFileType = "csv" | "xlsx";

/** Characters that a column of a spreadsheet is wide, at least and at most. */
const [MIN_WIDTH, MAX_WIDTH] = [8, 50];

/**
 * The rows of a screen as a file, rounded as the screen shows them, with its totals below; in a spreadsheet figures are
 * numbers that show as many decimals.
 */
export async function rowsFile<Row>(
  type: TableFileType,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Promise<Blob> {
  const header = columns.map(fileHeader);
  const totals = fileTotals(columns);
  const lines = [...rows.map((row) => columns.map((column) => fileCell(column, row))), ...(totals ? [totals] : [])];
  if (type === "csv") return new Blob([csvFile(header, lines)], { type: "text/csv;charset=utf-8" });
  const isFigure = columns.map(({ align }) => align === "right");
  const typed = lines.map((line) =>
    line.map(
      (cell, place): CellValue =>
        isFigure[place] && cell !== "" && Number.isFinite(Number(cell)) ? Number(cell) : cell,
    ),
  );
  const cells = columns.map((_, place) => lines.map((line) => line[place] ?? ""));
  const bold = [0, ...(totals ? [lines.length] : [])];
  const bytes = await writeXlsx({
    sheets: [
      {
        name: t`Table`,
        rows: [header, ...typed],
        columns: cells.map((column, place) => ({
          width: widthOf([header[place] ?? "", ...column]),
          ...(isFigure[place] ? { numFmt: numberFormat(column) } : {}),
        })),
        cells: new Map(
          bold.flatMap((row) => columns.map((_, place) => [`${row},${place}`, { style: { font: { bold: true } } }])),
        ),
        freezePane: { rows: 1 },
      },
    ],
  });
  return new Blob([new Uint8Array(bytes)], {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  });
}

function widthOf(texts: readonly string[]): number {
  const longest = texts.reduce((most, text) => Math.max(most, text.length), 0);
  return Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, longest + 2));
}

/** "#,##0.00": separated thousands, and as many decimals as the column's figures have. */
function numberFormat(cells: readonly string[]): string {
  const decimals = cells.reduce((most, cell) => Math.max(most, /^-?\d+\.(\d+)$/.exec(cell)?.[1]?.length ?? 0), 0);
  return decimals === 0 ? "#,##0" : `#,##0.${"0".repeat(decimals)}`;
}
