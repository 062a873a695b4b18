import { parse } from "csv-parse/sync";
import { text } from "../../problem/text.ts";
import { RowRejected } from "../rejections.ts";

/**
 * The fields of one line of CSV. A row is a line here, so that a quote that is never closed costs its own row and not
 * all that follow.
 * @throws RowRejected for unbalanced quotes and for text that is not UTF-8.
 */
export function fieldsOf(line: string, delimiter: string): string[] {
  if (line.includes("\ufffd")) {
    throw new RowRejected(
      "not_utf8",
      text`the row has characters that are not UTF-8. Save the file as CSV in UTF-8 and import the row again.`,
    );
  }
  if (!line.includes('"')) return line.split(delimiter);
  try {
    return parse(line, { delimiter })[0] ?? [];
  } catch {
    throw new RowRejected(
      "unbalanced_quotes",
      text`a quotation mark is opened and not closed, or is inside a field. Close it, or double it inside a quoted field.`,
    );
  }
}

const DELIMITERS = [",", ";", "\t", "|"];

/** The character that separates the columns of this header: the one that makes most of them. */
export function detectDelimiter(header: string): string {
  let best = ",";
  for (const delimiter of DELIMITERS) if (header.split(delimiter).length > header.split(best).length) best = delimiter;
  return best;
}
