import { fieldsOf } from "../../../server/imports/cells/fields.ts";
import { type Line, linesOf } from "../../../server/imports/cells/lines.ts";
import { openSourceFile } from "../../../server/imports/files/source-file.ts";
import { RowRejected } from "../../../server/imports/rejections.ts";
import { BadInput } from "./bad-input.ts";
import { truthDecimals } from "./truth-decimals.ts";
import { truthHeader } from "./truth-header.ts";
import { type TruthRow, truthRow } from "./truth-row.ts";

/** Faults listed for one file; of the others their number. */
const MAX_LISTED_FAULTS = 20;

/** What a truth file says. */
export interface Truth {
  rows: TruthRow[];
  /** What was read otherwise than it stands there, a sentence each. */
  warnings: string[];
}

/**
 * Reads a truth file: CSV, columns in any order and case, delimiter detected, gzip known by its first bytes.
 * @throws BadInput with every line that cannot be used and what is wrong there (the first 20, then their number);
 * FileRejected for what is no text file
 */
export async function readTruth(path: string, timeZone: string): Promise<Truth> {
  const file = await openSourceFile(path);
  const lines: Line[] = [];
  for await (const some of linesOf(file.text)) lines.push(...some);
  const [first, ...rest] = lines;
  if (first === undefined || rest.length === 0) throw new BadInput(`${file.name} has no rows.`);
  const header = truthHeader(first.text, file.name);
  const sign = truthDecimals(rest, header);
  const rows: TruthRow[] = [];
  const warnings: string[] = [];
  const faults: string[] = [];
  for (const { number, text } of rest) {
    const where = `${file.name}, line ${number}: `;
    try {
      const { row, notes } = truthRow(number, fieldsOf(text, header.delimiter), header, sign, timeZone);
      rows.push(row);
      warnings.push(...notes.map((note) => where + note));
    } catch (error) {
      if (!(error instanceof RowRejected)) throw error;
      faults.push(where + error.message);
    }
  }
  if (faults.length > 0) throw new BadInput(summarizeFaults(faults));
  return { rows, warnings };
}

function summarizeFaults(faults: readonly string[]): string {
  const more = faults.length - MAX_LISTED_FAULTS;
  const first = faults.slice(0, MAX_LISTED_FAULTS);
  return [...first, ...(more > 0 ? [`${more} more lines cannot be used, ${faults.length} in all.`] : [])].join("\n");
}
