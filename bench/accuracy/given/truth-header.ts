import { detectDelimiter, fieldsOf } from "../../../server/imports/cells/fields.ts";
import { quoted } from "../../../server/imports/cells/numbers.ts";
import { RowRejected } from "../../../server/imports/rejections.ts";
import { BadInput } from "./bad-input.ts";

export const truthColumns = ["meter", "kind", "onset", "end", "rate_Lh", "injected_L"] as const;
export type TruthColumn = (typeof truthColumns)[number];

/** Where a truth file has its columns. */
export interface TruthHeader {
  delimiter: string;
  place: Record<TruthColumn, number>;
}

/**
 * Finds the columns of a truth file, in any order, among any others; case, spaces and signs in their names do not count.
 * @throws BadInput naming those that are not there
 */
export function truthHeader(text: string, fileName: string): TruthHeader {
  const delimiter = detectDelimiter(text);
  const written = namesIn(text, delimiter, fileName);
  const names = written.map(letters);
  const at = (column: TruthColumn) => names.indexOf(letters(column));
  const missing = truthColumns.filter((column) => at(column) < 0);
  if (missing.length > 0) {
    const has = written.map(quoted).join(", ");
    throw new BadInput(`${fileName} lacks ${missing.map(quoted).join(", ")} in its header, which has ${has}.`);
  }
  const place = {
    meter: at("meter"),
    kind: at("kind"),
    onset: at("onset"),
    end: at("end"),
    rate_Lh: at("rate_Lh"),
    injected_L: at("injected_L"),
  };
  return { delimiter, place };
}

function namesIn(text: string, delimiter: string, fileName: string): string[] {
  try {
    return fieldsOf(text, delimiter).map((name) => name.trim());
  } catch (error) {
    if (!(error instanceof RowRejected)) throw error;
    throw new BadInput(`${fileName}, line 1: ${error.message}`);
  }
}

/** A name as it is compared: `rate_Lh`, `Rate (L/h)` and `rate L/h` are one. */
function letters(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}
