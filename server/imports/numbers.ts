import { RowRefused } from "./refusals.ts";

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const NOTHING = new Set(["", "null", "na", "n/a", "nan", "none", "-"]);

/** A measured value that must be there. @throws RowRefused for an empty cell (no value is not zero) and for text. */
export function neededNumber(text: string | undefined, column: string): number {
  const value = numberOrNull(text, column);
  if (value !== null) return value;
  throw new RowRefused(
    "missing_value",
    `${column} has no value, and no value is not 0. Leave the row out if nothing was measured, or give the value.`,
  );
}

/** A number that may be absent (null). @throws RowRefused for text. */
export function numberOrNull(text: string | undefined, column: string): number | null {
  const trimmed = text?.trim() ?? "";
  if (NOTHING.has(trimmed.toLowerCase())) return null;
  const value = NUMBER.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (Number.isFinite(value)) return value;
  const advice = /^[+-]?\d+(\.\d{3})*,\d+$/.test(trimmed) ? "Write decimals with a point." : "Write it in digits.";
  throw new RowRefused("unparsable", `${column} is ${quoted(trimmed)}, which is not a number. ${advice}`);
}

/** A whole number from `least` on that may be absent (null). @throws RowRefused for anything else. */
export function wholeNumberOrNull(text: string | undefined, column: string, least = 0): number | null {
  const value = numberOrNull(text, column);
  if (value === null || (Number.isSafeInteger(value) && value >= least)) return value;
  throw new RowRefused(
    "unparsable",
    `${column} is ${value}; write a whole number from ${least} on, or leave it empty.`,
  );
}

/** A cell as it can be shown in a sentence. */
export function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;
}
