import { BYTE_ORDER_MARK, csvField, csvLine } from "../../contract/files/csv.ts";

/** A number as screens write it. */
const NUMBER = /^[+-]?\d[\d,]*(\.\d+)?%?$/;

/** A header row and rows as a CSV file. */
export function csvText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [header, ...rows].map((row) => csvLine(row.map((text) => csvField(text, NUMBER.test(text)))));
  return BYTE_ORDER_MARK + lines.join("");
}
