import { fieldsOf, guessDelimiter } from "../fields.ts";
import { linesOf } from "../lines.ts";
import { RowRefused } from "../refusals.ts";

/** A table as somebody wrote it, before anything is known of its columns. */
export interface InventoryTable {
  headings: string[];
  rows: TableRow[];
  /** What tables of text do not have. */
  sheet: string | null;
  /** How many cells got the value of the merged area that they are part of. */
  mergedCells: number;
}

export interface TableRow {
  /** Its number where it came from: the line of a file, the row of a sheet; both have the headings in row 1. */
  number: number;
  /** In the order of the headings; those that are missing at the end are empty. */
  cells: string[];
  raw: string;
  /** Why it cannot be taken, whatever its columns mean; `column` is a heading. null: nothing so far. */
  refused: RowRefused | null;
}

/** Reads CSV. A row that cannot be cut into its fields is there all the same, cut as it may be meant. */
export async function tableOfText(text: AsyncIterable<string>): Promise<InventoryTable> {
  let delimiter = ",";
  let headings: string[] | null = null;
  const rows: TableRow[] = [];
  for await (const lines of linesOf(text)) {
    for (const line of lines) {
      if (headings === null) {
        delimiter = guessDelimiter(line.text);
        headings = cut(line.text, delimiter);
        continue;
      }
      const row = { number: line.number, raw: line.text };
      try {
        const cells = fieldsOf(line.text, delimiter);
        if (cells.some((cell) => cell.trim() !== "")) rows.push({ ...row, cells, refused: null });
      } catch (error) {
        if (!(error instanceof RowRefused)) throw error;
        rows.push({ ...row, cells: cut(line.text, delimiter), refused: error });
      }
    }
  }
  return { headings: headings ?? [], rows, sheet: null, mergedCells: 0 };
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
    return { number: row ?? place + 1, cells: inOrder, raw: inOrder.join(","), refused: null };
  });
  return {
    headings,
    rows: rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== "")),
    sheet: null,
    mergedCells: 0,
  };
}
