import type { InventoryColumn } from "../../../contract/inventory/inventory-import.ts";
import { atRow } from "../../ingest/reading.ts";
import { text } from "../../problem/text.ts";
import { FileRejected, RowRejected } from "../rejections.ts";
import { columnOf, neededColumns } from "./inventory-columns.ts";
import { type InventoryRow, readInventoryRow } from "./inventory-row.ts";
import type { RejectedInventoryRow } from "./inventory-run.ts";
import type { InventoryTable, NamedCells, TableRow } from "./inventory-table.ts";

/** What became of a table. */
export interface ReadTable {
  /** How each heading was read; null: it is not known, and its column is not used. */
  columns: { heading: string; column: InventoryColumn | null }[];
  /** Needed and not there; then no row was judged. */
  missing: InventoryColumn[];
  rows: InventoryRow[];
  /** In the order of the table. */
  rejected: RejectedInventoryRow[];
  /** All rows, their cells by column where it is known, else by heading. */
  asRead: Required<NamedCells>[];
}

/**
 * Reads the rows of a table.
 * @param property the property of all rows, so that they need not name it; null: each names its own
 * @throws FileRejected for two headings of one column
 */
export function readTable(table: InventoryTable, name: string, property: string | null): ReadTable {
  const columns = columnsOf(table, name);
  const places = new Map<InventoryColumn, number>();
  for (const [place, { column }] of columns.entries()) if (column !== null) places.set(column, place);
  const missing = neededColumns.filter(
    (column) => !places.has(column) && !(column === "property" && property !== null),
  );
  const rows: InventoryRow[] = [];
  const rejected: RejectedInventoryRow[] = [];
  const asRead = table.rows.map((row) => ({ row: row.number, cells: namedCells(row, columns) }));
  const wanted = columns.flatMap(({ heading, column }, place) => (heading === "" ? [] : [{ heading, column, place }]));
  if (missing.length === 0) for (const row of table.rows) judge(row);
  return { columns: wanted.map(({ heading, column }) => ({ heading, column })), missing, rows, rejected, asRead };

  function judge(row: TableRow) {
    try {
      if (row.rejected !== null) throw row.rejected;
      rejectNoText(row, columns);
      rows.push(readInventoryRow(row.number, (column) => cellOf(row, column)));
    } catch (error) {
      if (!(error instanceof RowRejected)) throw error;
      const column = error.column === null ? null : columnOf(error.column);
      const reason = atRow(row.number, error.text);
      rejected.push({ row: row.number, raw: row.raw, column, code: error.code, reason });
    }
  }

  function cellOf(row: TableRow, column: InventoryColumn): string {
    const cell = row.cells[places.get(column) ?? -1] ?? "";
    if (column !== "property" || property === null) return cell;
    if (cell.trim() === "" || cell.trim() === property) return property;
    throw new RowRejected(
      "other_property",
      text`property is "${cell.trim()}", but the rows go to "${property}". Correct it, or leave it empty.`,
      "property",
    );
  }
}

/** @throws FileRejected for a table without rows */
export function rejectEmpty({ rows }: InventoryTable, name: string): void {
  if (rows.length > 0) return;
  throw new FileRejected("empty_file", text`${name} has no rows. Write one row for each meter.`);
}

/** Headings each by a name of its own; empty ones above empty columns stay empty. */
function columnsOf(table: InventoryTable, name: string): ReadTable["columns"] {
  const taken = new Set<string>();
  const width = Math.max(table.headings.length, ...table.rows.map(({ cells }) => cells.length));
  return Array.from({ length: width }, (_, place) => {
    const givenHeading = (table.headings[place] ?? "").trim();
    const column = columnOf(givenHeading);
    if (column !== null && taken.has(column)) {
      const both = table.headings.filter((heading) => columnOf(heading) === column);
      throw new FileRejected(
        "column_twice",
        text`${name} has more than one column for ${column}: ${both.join(", ")}. Leave one of them.`,
      );
    }
    let heading = givenHeading;
    if (givenHeading === "" && table.rows.some(({ cells }) => (cells[place] ?? "").trim() !== ""))
      heading = `Column ${place + 1}`;
    for (let number = 2; heading !== "" && taken.has(heading); number++) heading = `${givenHeading} (${number})`;
    taken.add(column ?? heading);
    return { heading, column };
  });
}

function namedCells(row: TableRow, columns: ReadTable["columns"]): Record<string, string> {
  return Object.fromEntries(
    columns.flatMap(({ heading, column }, place) =>
      heading === "" ? [] : [[column ?? heading, (row.cells[place] ?? "").trim()]],
    ),
  );
}

/** No database keeps a NUL, and what could not be read in a file is no name. */
function rejectNoText({ cells }: TableRow, columns: ReadTable["columns"]): void {
  for (const [place, cell] of cells.entries()) {
    const column = columns[place]?.column ?? null;
    if (column === null || (!/[\0\ufffd]/.test(cell) && cell.isWellFormed())) continue;
    throw new RowRejected("not_text", text`${column} has a character that cannot be read. Type it again.`, column);
  }
}
