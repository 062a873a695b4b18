import { fieldsOf } from "../../../server/imports/cells/fields.ts";
import { linesOf } from "../../../server/imports/cells/lines.ts";
import { openSourceFile } from "../../../server/imports/files/source-file.ts";
import { inspectFile } from "../../../server/imports/layout/inspect-file.ts";
import type { Layout } from "../../../server/imports/layout/layout.ts";
import { FileRejected, RowRejected } from "../../../server/imports/rejections.ts";
import type { DateFormat } from "../../../server/imports/times/times.ts";

const EXPECTED =
  'Readings are a CSV file, gzip or not, with the columns "user key", "datetime" as DD/MM/YYYY HH:MM:SS and "meter reading" in litres, in any order among any others, with ; or , or a tab between.';

/**
 * How a file in the DAIAD format is to be read; times that begin with a year are taken as ISO 8601.
 * @throws FileRejected with what is expected of such a file
 */
export async function daiadLayout(path: string): Promise<Layout> {
  const wish = { formatName: "daiad", mapped: null, delimiter: null };
  try {
    const layout = await inspectFile(path, { ...wish, changes: {} });
    return (await hasIsoTimes(path, layout))
      ? await inspectFile(path, { ...wish, changes: { dateFormat: "ISO" } })
      : layout;
  } catch (error) {
    if (!(error instanceof FileRejected)) throw error;
    throw new FileRejected(error.code, toBenchMessage(error.message));
  }
}

/** A sentence of the import for a command that takes one format only. */
export function toBenchMessage(sentence: string): string {
  return sentence
    .replace(/Correct --format, or say another --delimiter\./, EXPECTED)
    .replace(/^Nothing of (.+) was stored: /, "$1 cannot be used: ")
    .replace(/Import it again with --date-format \S+\.$/, "Export its dates as DD/MM/YYYY.")
    .replace(/, or say another --date-format\./, ".")
    .replace(/: if the file puts the month first, use --date-format \S+\./, ": dates are DD/MM/YYYY.")
    .replace(/Say --decimal-comma if points separate thousands, or export/, "Export")
    .replace(/, or say --decimal-comma\./, ".");
}

async function hasIsoTimes(path: string, { delimiter, index }: Layout): Promise<boolean> {
  const { text } = await openSourceFile(path);
  let format: DateFormat | null = null;
  for await (const lines of linesOf(text)) {
    for (const line of lines.slice(1)) format ??= formatOf(line.text, delimiter, index.time ?? 0);
    break;
  }
  return format === "ISO";
}

function formatOf(line: string, delimiter: string, place: number): DateFormat | null {
  try {
    const cell = fieldsOf(line, delimiter)[place]?.trim() ?? "";
    return /^\d{4}-/.test(cell) ? "ISO" : /^\d/.test(cell) ? "DD/MM/YYYY" : null;
  } catch (error) {
    if (error instanceof RowRejected) return null;
    throw error;
  }
}
