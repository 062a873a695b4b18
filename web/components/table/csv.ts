import { mayBeFormula } from "../../../contract/formula.ts";

/** A header row and rows as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. */
export function csvText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => row.map(csvField).join(",")).join("\r\n")}\r\n`;
}

/**
 * One field. What a spreadsheet would run as a formula gets an apostrophe before it; plain negative numbers are no formulas.
 * Quotes are doubled.
 */
export function csvField(text: string): string {
  const isNumber = /^[+-]?\d[\d,]*(\.\d+)?%?$/.test(text);
  const safe = mayBeFormula(text) && !isNumber ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
