/** By which spreadsheets know a file as UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * A field of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula gets an apostrophe before it; quotes
 * also keep semicolons from separating columns.
 * @param isNumber whether it is a number, written out ("-1,200", "+4.8%"), which is no formula
 */
export function csvField(text: string, isNumber = false): string {
  const harmless = mayBeFormula(text) && !isNumber ? `'${text}` : text;
  return /[",;\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** A line of its fields. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.join(",")}\r\n`;
}

/**
 * Whether a spreadsheet may take a cell for a formula, or for the beginning of one: after blanks, or after semicolons where
 * these separate columns, it begins with = + - @ or |, be they full-width; or it begins with a tab or a line break.
 */
export function mayBeFormula(cell: string): boolean {
  return /^[\t\r\n]|^[\s;]*[=+\-@|＝＋－＠｜]/.test(cell);
}
