import { t } from "@lingui/core/macro";
import type { InventoryColumn } from "../../../../contract/inventory/inventory-import.ts";
import type { FileRow, InventoryAnswer, RejectedRow } from "./inventory-answer.ts";

/** The columns that a file of meters is about, in the order in which people fill them in. */
const columnNames: Readonly<Record<InventoryColumn, string>> = {
  property: t`Property`,
  building: t`Building`,
  unit: t`Unit`,
  bedrooms: t`Bedrooms`,
  point: t`Point`,
  label: t`Label`,
  serial: t`Serial number`,
  gateway: t`Gateway`,
  time_zone: t`Time zone`,
  street: t`Street`,
  city: t`City`,
  state: t`State`,
  zip: t`ZIP code`,
  register_unit: t`Register unit`,
  gallons_per_pulse: t`Gallons per pulse`,
  register_count: t`Register count`,
  register_width: t`Register width`,
  continuous_use_expected: t`Continuous use expected`,
  in_service_since: t`In service since`,
};

const order = Object.keys(columnNames);

/** What a column is called on the screen. */
export function columnName(column: string): string {
  return new Map<string, string>(Object.entries(columnNames)).get(column) ?? column;
}

/** The rows of a response and, without cells, those that could not be parsed: they are rejected, not lost. */
export function allRows({ rows, rejected }: Pick<InventoryAnswer, "rows" | "rejected">): FileRow[] {
  const there = new Set(rows.map(({ row }) => row));
  const broken = [...new Set(rejected.map(({ row }) => row))].filter((row) => !there.has(row));
  return [...rows, ...broken.map((row) => ({ row, cells: {} }))].sort((a, b) => a.row - b.row);
}

/** A row that cannot be taken, with everything that is wrong with it. */
export interface WrongRow extends FileRow {
  raw: string;
  /** By column; under "" what is wrong with the row as a whole. */
  reasons: ReadonlyMap<string, string>;
}

/** The rows to correct, each once, in the order of the file. */
export function wrongRows(rows: readonly FileRow[], rejected: readonly RejectedRow[]): WrongRow[] {
  const cells = new Map(rows.map((row) => [row.row, row.cells]));
  return [...Map.groupBy(rejected, ({ row }) => row)]
    .sort(([a], [b]) => a - b)
    .map(([row, found]) => ({
      row,
      cells: cells.get(row) ?? {},
      raw: found[0]?.raw ?? "",
      reasons: new Map(
        [...Map.groupBy(found, ({ column }) => column ?? "")].map(([column, columnErrors]) => [
          column,
          // The line is named once, before all of its cells.
          columnErrors.map(({ reason }) => sentence(reason)).join(" "),
        ]),
      ),
    }));
}

function sentence(reason: string): string {
  const text = reason.replace(/^(Row|Fila) \d+: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The columns whose cells can be corrected: those in the file, required ones, and those with errors. */
export function shownColumns(
  columns: InventoryAnswer["columns"],
  rejected: readonly RejectedRow[],
  isOneProperty: boolean,
): string[] {
  const needed = [...(isOneProperty ? [] : ["property"]), "building", "unit", "point", "serial"];
  const wanted = new Set<string>([
    ...columns.flatMap(({ column }) => (column === null ? [] : [column])),
    ...needed,
    ...rejected.flatMap(({ column }) => (column === null ? [] : [column])),
  ]);
  return order.filter((column) => wanted.has(column));
}

/** What a person changed: cells by row and column, and rows that are to be left out. */
export interface Mending {
  cells: ReadonlyMap<number, Readonly<Record<string, string>>>;
  leftOut: ReadonlySet<number>;
}

export const noCorrections: Mending = { cells: new Map(), leftOut: new Set() };

/** Names in the file that match no point and occur in several rows, with those rows. */
export function repeatedPoints(wrong: readonly WrongRow[]): { pointName: string; rows: number[] }[] {
  const unknown = wrong.filter(({ cells, reasons }) => reasons.has("point") && (cells.point ?? "") !== "");
  return [...Map.groupBy(unknown, ({ cells }) => cells.point ?? "")]
    .map(([pointName, of]) => ({ pointName, rows: of.map(({ row }) => row) }))
    .filter(({ rows }) => rows.length > 1);
}

/** One point for several rows; what else was typed stays. */
export function withPoint(mending: Mending, rows: readonly number[], point: string): Mending {
  const cells = new Map(mending.cells);
  for (const row of rows) cells.set(row, { ...cells.get(row), point });
  return { ...mending, cells };
}

/** The rows as they are to be sent. */
export function correctedRows(rows: readonly FileRow[], { cells, leftOut }: Mending): FileRow[] {
  return rows
    .filter(({ row }) => !leftOut.has(row))
    .map((row) => ({ row: row.row, cells: { ...row.cells, ...cells.get(row.row) } }));
}

/** Where the cells of a column that the file does not name come from. */
export type ColumnSource = { heading: string } | { value: string };

/** The rows with their columns named: a heading's cells become the column's, or every row gets one value. */
export function withColumns(rows: readonly FileRow[], sources: ReadonlyMap<string, ColumnSource>): FileRow[] {
  return rows.map(({ row, cells }) => {
    const named: Record<string, string> = { ...cells };
    for (const [column, source] of sources) {
      if ("value" in source) named[column] = source.value;
      else {
        named[column] = cells[source.heading] ?? "";
        delete named[source.heading];
      }
    }
    return { row, cells: named };
  });
}

/** The register unit given in all rows, "" for none; undefined: the rows differ. */
export function registerUnitOfAll(rows: readonly FileRow[]): string | undefined {
  const [registerUnit, ...others] = new Set(rows.map(({ cells }) => (cells.register_unit ?? "").trim()));
  return others.length > 0 ? undefined : registerUnit;
}

/** The rows with one unit of all registers; "": gallons by the hour. */
export function withRegisterUnit(rows: readonly FileRow[], unit: string): FileRow[] {
  return rows.map(({ row, cells }) => ({ row, cells: { ...cells, register_unit: unit } }));
}
