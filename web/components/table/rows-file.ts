import { writeXlsx } from "hucre/xlsx";
import type { TableColumn } from "./column.ts";
import { csvText } from "./csv.ts";
import { fileCell, fileHeader } from "./csv-row.ts";
import type { TableFileType } from "./TableFiles.tsx";

/** The rows of a screen as a file, rounded as the screen shows them; in a spreadsheet figures are numbers. */
export async function rowsFile<Row>(
  type: TableFileType,
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
): Promise<Blob> {
  const header = columns.map(fileHeader);
  const lines = rows.map((row) => columns.map((column) => fileCell(column, row)));
  if (type === "csv") return new Blob([csvText(header, lines)], { type: "text/csv;charset=utf-8" });
  const isFigure = columns.map(({ align }) => align === "right");
  const typed = lines.map((line) =>
    line.map((cell, place) => (isFigure[place] && cell !== "" && Number.isFinite(Number(cell)) ? Number(cell) : cell)),
  );
  const bytes = await writeXlsx({ sheets: [{ name: "Table", rows: [header, ...typed], freezePane: { rows: 1 } }] });
  return new Blob([new Uint8Array(bytes)], {
    type: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  });
}
