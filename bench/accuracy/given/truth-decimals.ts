import { type DecimalSign, isDecimalComma, isGroupedByPoints } from "../../../server/imports/cells/decimals.ts";
import { fieldsOf } from "../../../server/imports/cells/fields.ts";
import type { Line } from "../../../server/imports/cells/lines.ts";
import { RowRejected } from "../../../server/imports/rejections.ts";
import type { TruthHeader } from "./truth-header.ts";

const WITH_POINT = /^[+-]?\d*\.\d+$/;

/**
 * How a truth file writes its decimals. One that has a comma which can be nothing else, and no decimal point, has commas
 * throughout, so that 3,785 beside 908,4 is a little under four.
 */
export function truthDecimals(lines: readonly Line[], { delimiter, place }: TruthHeader): DecimalSign {
  if (delimiter === ",") return "point";
  const cells = lines.flatMap(({ text }) => {
    const fields = fieldsIn(text, delimiter);
    return [fields[place.rate_Lh]?.trim() ?? "", fields[place.injected_L]?.trim() ?? ""];
  });
  const hasComma = cells.some((cell) => isDecimalComma(cell) || isGroupedByPoints(cell));
  return hasComma && !cells.some((cell) => WITH_POINT.test(cell)) ? "comma" : "unmistakable";
}

/** None of a line that cannot be read, which is reported when it is. */
function fieldsIn(text: string, delimiter: string): string[] {
  try {
    return fieldsOf(text, delimiter);
  } catch (error) {
    if (error instanceof RowRejected) return [];
    throw error;
  }
}
