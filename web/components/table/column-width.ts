import type { TableColumn } from "./column.ts";

/** Number of rows that are measured; longer text in other rows wraps. */
const SAMPLE = 100;
/** Maximum width in digits; longer text wraps. */
const MOST = 34;
/** Width in digits of what is beside a text: a badge's icon, a copy button, an arrow. */
const BESIDE = 5;

/** Rows from all of a list, evenly. */
function sample<Row>(rows: readonly Row[]): readonly Row[] {
  const step = Math.ceil(rows.length / SAMPLE);
  return rows.filter((_, index) => index % step === 0);
}

/** A cell's width in figures: of what it writes where that is bare text, else of its text and what stands beside it. */
function cellWidth<Row>(column: TableColumn<Row>, row: Row): number {
  const cell = column.cell(row);
  return typeof cell === "string" ? cell.length : column.text(row).length + BESIDE;
}

/** A header takes two lines: half of its length, but no word is broken. */
function headerWidth<Row>({ header, unit, sortable, hint }: TableColumn<Row>): number {
  const headerText = unit === undefined ? header : `${header} ${unit}`;
  const longest = Math.max(...headerText.split(" ").map(({ length }) => length));
  const beside = [sortable, hint].filter((part) => part !== undefined).length * 2;
  return Math.max(longest, Math.ceil(headerText.length / 2)) + beside;
}

/**
 * How wide a column of a long list must be to be read, its padding included, as a CSS length in widths of a figure. Such
 * a list has only the rows in sight in the document, so its columns cannot take their widths from their cells.
 */
export function columnWidth<Row>(column: TableColumn<Row>, rows: readonly Row[]): string {
  const cells = sample(rows).map((row) => cellWidth(column, row));
  const total = typeof column.total === "string" ? column.total.length : 0;
  const figures = Math.max(headerWidth(column), total, Math.min(MOST, Math.max(...cells)));
  return `calc(${figures}ch + 2 * var(--space-4))`;
}
