import { plainText } from "./plain-text.ts";

/** The value of a cell; null: unknown, or none. */
export type Cell = string | number | boolean | null | readonly string[];

/** The columns of a printed table: their headings, and each one's value in a row. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

/** Names of a list that a cell shows. */
const MAX_NAMES = 3;

/** Rows as aligned columns under their heads, numbers to the right; nothing in them commands the terminal. */
export function table<Row>(columns: Columns<Row>, rows: readonly Row[]): string {
  const heads = Object.keys(columns);
  const cells = rows.map((row) => Object.values(columns).map((read) => read(row)));
  const lines = [heads, ...cells.map((line) => line.map(textOf))];
  const widths = heads.map((_, i) => Math.max(...lines.map((line) => widthOf(line[i] ?? ""))));
  const isNumbers = heads.map((_, i) => cells.length > 0 && cells.every((line) => typeof line[i] === "number"));
  const aligned = lines.map((line) =>
    line
      .map((text, i) => {
        const space = " ".repeat((widths[i] ?? 0) - widthOf(text));
        return isNumbers[i] ? space + text : text + space;
      })
      .join("  ")
      .trimEnd(),
  );
  return `${aligned.join("\n")}\n`;
}

function textOf(cell: Cell): string {
  if (cell === null || cell === "") return "–";
  if (typeof cell === "boolean") return cell ? "yes" : "no";
  if (typeof cell === "object") {
    const more = cell.length > MAX_NAMES ? ` +${cell.length - MAX_NAMES}` : "";
    return cell.length === 0 ? "–" : `${cell.slice(0, MAX_NAMES).map(plainText).join(", ")}${more}`;
  }
  return plainText(String(cell));
}

/** In characters as a terminal shows them, one place each. */
function widthOf(text: string): number {
  return Array.from(text).length;
}

/** An instant of the wire to the minute, in UTC; null stays null. */
export function minute(instant: string | null): string | null {
  return instant === null ? null : `${instant.slice(0, 10)} ${instant.slice(11, 16)}Z`;
}
