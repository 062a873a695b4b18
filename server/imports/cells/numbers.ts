import { type Text, text } from "../../problem/text.ts";
import { option } from "../message.ts";
import { RowRejected } from "../rejections.ts";
import { type DecimalSign, isCommaInDoubt, isGroupedByPoints, withPoint } from "./decimals.ts";

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const NOTHING = new Set(["", "null", "na", "n/a", "nan", "none", "-"]);

/** A measured value that must be there. @throws RowRejected for an empty cell (no value is not zero) and for text. */
export function neededNumber(cell: string | undefined, column: string, sign: DecimalSign = "point"): number {
  const value = numberOrNull(cell, column, sign);
  if (value !== null) return value;
  throw new RowRejected(
    "missing_value",
    text`${column} has no value, and no value is not 0. Leave the row out if nothing was measured, or give the value.`,
  );
}

/** A number that may be absent (null). @throws RowRejected for text, and for what can be one number or another. */
export function numberOrNull(cell: string | undefined, column: string, sign: DecimalSign = "point"): number | null {
  const trimmed = cell?.trim() ?? "";
  if (NOTHING.has(trimmed.toLowerCase())) return null;
  const pointed = withPoint(trimmed, sign);
  const value = pointed !== null && NUMBER.test(pointed) ? Number(pointed) : Number.NaN;
  if (Number.isFinite(value)) return value;
  const why = whyNot(trimmed, sign);
  throw new RowRejected("unparsable", text`${column} is ${quoted(trimmed)}, which is ${why}`, column);
}

function whyNot(cell: string, sign: DecimalSign): Text {
  if (sign === "comma" && cell.includes(".")) {
    return text`not a number with a decimal comma. Write 1234,5 or 1.234,5.`;
  }
  if (sign === "unmistakable" && isCommaInDoubt(cell)) {
    return text`${cell.replace(",", ".")} or ${cell.replace(",", "")}. Write decimals with a point, or say ${option("decimal_comma")}.`;
  }
  if (sign === "unmistakable" && isGroupedByPoints(cell)) {
    return text`not a number. Write it without thousands separators, or say ${option("decimal_comma")}.`;
  }
  return /^[+-]?\d+(\.\d{3})*,\d+$/.test(cell)
    ? text`not a number. Write decimals with a point.`
    : text`not a number. Write it in digits.`;
}

/** A whole number from `least` on that may be absent (null). @throws RowRejected for anything else. */
export function wholeNumberOrNull(
  cell: string | undefined,
  column: string,
  least = 0,
  sign: DecimalSign = "point",
): number | null {
  const value = numberOrNull(cell, column, sign);
  if (value === null || (Number.isSafeInteger(value) && value >= least)) return value;
  throw new RowRejected(
    "unparsable",
    text`${column} is ${value}; write a whole number from ${least} on, or leave it empty.`,
    column,
  );
}

/** A cell as it can be shown in a sentence. */
export function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;
}
