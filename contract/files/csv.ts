import { mayBeFormula } from "./formula.ts";

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
