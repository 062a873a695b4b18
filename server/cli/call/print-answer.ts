import { z } from "zod";
import { plainText } from "../output/plain-text.ts";
import { type Cell, type Columns, minute, table } from "../output/table.ts";

type Row = Record<string, unknown>;

const row = z.record(z.string(), z.unknown());
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** Rows as a table of their fields; those of objects within them by dotted names: `place.unit_name`. */
export function rowsAsTable(rows: readonly Row[]): string {
  const cells = rows.map((one) => cellsOf(one));
  const names = [...new Set(cells.flatMap((one) => [...one.keys()]))];
  // A field that none of the rows has would only make the table wider.
  const used = names.filter((name) => cells.some((one) => !isEmpty(one.get(name))));
  const columns: Columns<Map<string, Cell>> = Object.fromEntries(
    (used.length > 0 ? used : names).map((name) => [name, (one) => one.get(name) ?? null]),
  );
  return table(columns, cells);
}

/** An answer that is no list: its fields one a line, then its lists. */
export function objectAsText(answer: Row): string {
  const lists = [...listsIn(answer)];
  const under = (name: string) => lists.some(([list]) => name === list);
  const own = [...cellsOf(answer)].filter(([name]) => !under(name));
  const text = own.length === 0 ? "" : table({ field: ([name]) => name, value: ([, value]) => value }, own);
  return [text, ...lists.map(([name, rows]) => `\n${name}\n${rowsAsTable(rows)}`)].join("");
}

/** Chosen fields of rows: one alone as bare values, one a line, for scripts; several as a table. */
export function chosenFields(rows: readonly Row[], names: readonly string[]): string {
  if (names.length > 1) {
    const columns: Columns<Row> = Object.fromEntries(
      names.map((name) => [name, (one: Row) => cellOf(valueAt(one, name))]),
    );
    return table(columns, rows);
  }
  return rows
    .flatMap((one) => names.map((name) => valueAt(one, name)))
    .map((value) => `${plainText(typeof value === "string" ? value : JSON.stringify(value ?? null))}\n`)
    .join("");
}

function isEmpty(cell: Cell | undefined): boolean {
  return cell === undefined || cell === null || cell === "" || (typeof cell === "object" && cell.length === 0);
}

function cellsOf(object: Row, prefix = "", cells = new Map<string, Cell>()): Map<string, Cell> {
  for (const [name, value] of Object.entries(object)) {
    const inner = row.safeParse(value);
    if (inner.success && !Array.isArray(value)) cellsOf(inner.data, `${prefix}${name}.`, cells);
    else cells.set(`${prefix}${name}`, cellOf(value));
  }
  return cells;
}

/** Of a list of objects their names, or where they have none how many there are. */
function cellOf(value: unknown): Cell {
  if (Array.isArray(value)) {
    const names = value.map((one) => nameOf(one));
    return names.every((name) => name !== null) ? names : value.length;
  }
  if (typeof value === "string") return INSTANT.test(value) ? minute(value) : value;
  if (typeof value === "number" || typeof value === "boolean") return value;
  return value === null || value === undefined ? null : JSON.stringify(value);
}

function nameOf(one: unknown): string | null {
  const object = row.safeParse(one);
  if (!object.success) return String(one);
  const name = object.data.name ?? object.data.serial_number;
  return typeof name === "string" ? name : null;
}

/** Lists of objects in an answer, with their names. */
function* listsIn(object: Row, prefix = ""): Generator<[string, Row[]]> {
  for (const [name, value] of Object.entries(object)) {
    const list = z.array(row).min(1).safeParse(value);
    const inner = row.safeParse(value);
    if (list.success) yield [`${prefix}${name}`, list.data];
    else if (inner.success) yield* listsIn(inner.data, `${prefix}${name}.`);
  }
}

function valueAt(object: Row, name: string): unknown {
  let value: unknown = object;
  for (const part of name.split(".")) value = row.safeParse(value).data?.[part];
  return value;
}
