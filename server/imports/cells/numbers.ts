import { type Message, render } from "../message.ts";
import { RowRejected } from "../rejections.ts";
import { type DecimalSign, isCommaInDoubt, isGroupedByPoints, withPoint } from "./decimals.ts";

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;
const NOTHING = new Set(["", "null", "na", "n/a", "nan", "none", "-"]);

/** A measured value that must be there. @throws RowRejected for an empty cell (no value is not zero) and for text. */
export function neededNumber(text: string | undefined, column: string, sign: DecimalSign = "point"): number {
  const value = numberOrNull(text, column, sign);
  if (value !== null) return value;
  throw new RowRejected(
    "missing_value",
    `${column} has no value, and no value is not 0. Leave the row out if nothing was measured, or give the value.`,
  );
}

/** A number that may be absent (null). @throws RowRejected for text, and for what can be one number or another. */
export function numberOrNull(text: string | undefined, column: string, sign: DecimalSign = "point"): number | null {
  const trimmed = text?.trim() ?? "";
  if (NOTHING.has(trimmed.toLowerCase())) return null;
  const pointed = withPoint(trimmed, sign);
  const value = pointed !== null && NUMBER.test(pointed) ? Number(pointed) : Number.NaN;
  if (Number.isFinite(value)) return value;
  const why = whyNot(trimmed, sign);
  throw new RowRejected(
    "unparsable",
    (spell) => `${column} is ${quoted(trimmed)}, which is ${render(why, spell)}`,
    column,
  );
}

function whyNot(text: string, sign: DecimalSign): Message {
  if (sign === "comma" && text.includes(".")) {
    return "not a number with a decimal comma. Write 1234,5 or 1.234,5.";
  }
  if (sign === "unmistakable" && isCommaInDoubt(text)) {
    return (spell) =>
      `${text.replace(",", ".")} or ${text.replace(",", "")}. Write decimals with a point, or say ${spell("decimal_comma")}.`;
  }
  if (sign === "unmistakable" && isGroupedByPoints(text)) {
    return (spell) => `not a number. Write it without group signs, or say ${spell("decimal_comma")}.`;
  }
  const hasComma = /^[+-]?\d+(\.\d{3})*,\d+$/.test(text);
  return `not a number. ${hasComma ? "Write decimals with a point." : "Write it in digits."}`;
}

/** A whole number from `least` on that may be absent (null). @throws RowRejected for anything else. */
export function wholeNumberOrNull(text: string | undefined, column: string, least = 0): number | null {
  const value = numberOrNull(text, column);
  if (value === null || (Number.isSafeInteger(value) && value >= least)) return value;
  throw new RowRejected(
    "unparsable",
    `${column} is ${value}; write a whole number from ${least} on, or leave it empty.`,
    column,
  );
}

/** A cell as it can be shown in a sentence. */
export function quoted(text: string): string {
  return `"${text.length > 40 ? `${text.slice(0, 39)}…` : text}"`;
}
