import { detectDelimiter, fieldsOf } from "../cells/fields.ts";
import { type Line, linesOf } from "../cells/lines.ts";
import { RowRejected } from "../rejections.ts";
import { headingsPlace, TITLE_ROWS } from "./inventory-columns.ts";

/** A table as written, before its columns are identified. */
export interface InventoryTable {
  headings: string[];
  /** The number of the heading row; rows above it are titles. null: rows that name their cells. */
  headingsRow: number | null;
  rows: TableRow[];
  /** What tables of text do not have. */
  sheet: string | null;
  /** How many cells got the value of the merged area that they are part of. */
  mergedCells: number;
}

export interface TableRow {
  /** Its number where it came from: the line of a file, the row of a sheet. */
  number: number;
  /** In the order of the headings; those that are missing at the end are empty. */
  cells: string[];
  raw: string;
  /** Why it is rejected, whatever its columns mean; `column` is a heading. null: nothing so far. */
  rejected: RowRejected | null;
}

/** Reads CSV. A row that cannot be cut into its fields is there all the same, cut as it may be meant. */
export async function tableOfText(text: AsyncIterable<string>): Promise<InventoryTable> {
  const lines: Line[] = [];
  for await (const some of linesOf(text)) lines.push(...some);
  const top = lines.slice(0, TITLE_ROWS).map((line) => cut(line.text, detectDelimiter(line.text)));
  const place = headingsPlace(top);
  const head = lines[place];
  const delimiter = detectDelimiter(head?.text ?? "");
  return {
    headings: top[place] ?? [],
    headingsRow: head?.number ?? null,
    rows: lines.slice(place + 1).flatMap((line) => rowOf(line, delimiter)),
    sheet: null,
    mergedCells: 0,
  };
}

/** None where all of its cells are empty. */
function rowOf({ number, text }: Line, delimiter: string): TableRow[] {
  try {
    const cells = fieldsOf(text, delimiter);
    return cells.some((cell) => cell.trim() !== "") ? [{ number, cells, raw: text, rejected: null }] : [];
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    return [{ number, cells: cut(text, delimiter), raw: text, rejected: error }];
  }
}

function cut(line: string, delimiter: string): string[] {
  return line.split(delimiter).map((cell) => cell.replaceAll('"', "").trim());
}

/** A row as it was read, its cells by heading or by column. */
export interface NamedCells {
  /** Left out: its place in the list. */
  row?: number | undefined;
  cells: Record<string, string>;
}

/** A table of rows that name their cells. */
export function tableOfRows(given: readonly NamedCells[]): InventoryTable {
  const headings = [...new Set(given.flatMap(({ cells }) => Object.keys(cells)))];
  const rows = given.map(({ row, cells }, place): TableRow => {
    const named = new Map(Object.entries(cells));
    const inOrder = headings.map((heading) => named.get(heading) ?? "");
    return { number: row ?? place + 1, cells: inOrder, raw: inOrder.join(","), rejected: null };
  });
  return {
    headings,
    headingsRow: null,
    rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")),
    sheet: null,
    mergedCells: 0,
  };
}
