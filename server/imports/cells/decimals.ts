/**
 * How a cell may write its decimals. `point`: 1234.5. `unmistakable`: with a point, or with a comma that can be nothing
 * else, as in 1234,5. `comma`: 1234,5 and 1.234,5, points separating thousands.
 */
export type DecimalSign = "point" | "unmistakable" | "comma";

const WITH_COMMA = /^[+-]?\d+,\d+$/;
/** Three digits behind the only sign and up to three before it, as groups have them; nobody groups 0,123. */
const COMMA_OR_GROUP = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const POINT_OR_GROUP = /^[+-]?[1-9]\d{0,2}\.\d{3}$/;
const GROUPED = /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/;
const PLAIN_COMMA = /^[+-]?\d+(,\d+)?$/;

/** The cell with a point for its decimals and without groups; null where it is no number, or one of two, in this way. */
export function withPoint(text: string, sign: DecimalSign): string | null {
  if (sign === "comma") {
    if (!PLAIN_COMMA.test(text) && !GROUPED.test(text)) return null;
    return text.replaceAll(".", "").replace(",", ".");
  }
  if (sign === "point" || !text.includes(",")) return text;
  return isDecimalComma(text) ? text.replace(",", ".") : null;
}

/** Whether the comma in a cell can be nothing but a decimal sign. */
export function isDecimalComma(text: string): boolean {
  return WITH_COMMA.test(text) && !COMMA_OR_GROUP.test(text);
}

/** Whether a comma could be a decimal sign or one of a group: 1,234. */
export function isCommaInDoubt(text: string): boolean {
  return COMMA_OR_GROUP.test(text);
}

/** Whether a point could be one of a group: 1.234 beside 1234,5. */
export function isPointInDoubt(text: string): boolean {
  return POINT_OR_GROUP.test(text);
}

/** Whether one number contains points and a comma, as in 1.234,5. */
export function isGroupedByPoints(text: string): boolean {
  return GROUPED.test(text) && text.includes(",");
}
