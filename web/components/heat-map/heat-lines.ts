/** A line of cells. */
export interface HeatRow {
  kind: "row";
  id: number;
  name: string;
  /** One for each column; null is not measured. */
  values: readonly (number | null)[];
  /** Columns, from 0, that were measured in part only. */
  partial: ReadonlySet<number>;
  /** Over all columns; null: nothing was measured. */
  total: number | null;
}

/** The name over the rows that follow. */
export interface HeatHeading {
  kind: "heading";
  name: string;
}

export type HeatLine = HeatRow | HeatHeading;

export interface HeatColumn {
  /** The local day. */
  date: string;
  /** At the head: "03". */
  short: string;
  /** Over it where a month begins: "Mar"; else empty. */
  month: string;
  /** "Tue, Mar 03, 2026" */
  full: string;
}

/** A cell: its line, and its column from 1; 0 is the name of the row. */
export interface HeatCell {
  line: number;
  column: number;
}

const steps: Readonly<Record<string, (cell: HeatCell, last: HeatCell) => HeatCell>> = {
  ArrowRight: ({ line, column }) => ({ line, column: column + 1 }),
  ArrowLeft: ({ line, column }) => ({ line, column: column - 1 }),
  ArrowDown: ({ line, column }) => ({ line: line + 1, column }),
  ArrowUp: ({ line, column }) => ({ line: line - 1, column }),
  PageDown: ({ line, column }) => ({ line: line + 10, column }),
  PageUp: ({ line, column }) => ({ line: line - 10, column }),
  Home: ({ line }) => ({ line, column: 0 }),
  End: ({ line }, last) => ({ line, column: last.column }),
};

/** The cell that a key leads to, headings passed over, never beyond the edges; null: the key leads nowhere. */
export function cellAfter(key: string, from: HeatCell, lines: readonly HeatLine[], columns: number): HeatCell | null {
  const last = { line: lines.length - 1, column: columns };
  const step = steps[key];
  if (step === undefined) return null;
  const next = step(from, last);
  const column = Math.max(0, Math.min(last.column, next.column));
  const line = Math.max(0, Math.min(last.line, next.line));
  const down = next.line >= from.line ? 1 : -1;
  const found = rowFrom(lines, line, down) ?? rowFrom(lines, line, -down);
  return found === null ? null : { line: found, column };
}

function rowFrom(lines: readonly HeatLine[], start: number, step: number): number | null {
  for (let line = start; line >= 0 && line < lines.length; line += step) {
    if (lines[line]?.kind === "row") return line;
  }
  return null;
}
