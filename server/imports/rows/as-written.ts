import type { Reading } from "../../ingest/reading.ts";
import { fieldsOf } from "../cells/fields.ts";
import type { Layout } from "../layout/layout.ts";
import { timeIn } from "../layout/time-cell.ts";

/** A message that names the instant of a reading, preceded by the time as written in the file. */
export function asWritten(sentence: string, { raw, at }: Pick<Reading, "raw" | "at">, layout: Layout): string {
  const instant = new Date(at).toISOString();
  if (!sentence.includes(instant)) return sentence;
  const written = timeIn(fieldsOf(raw, layout.delimiter), layout.index).trim();
  return written === "" || written === instant
    ? sentence
    : sentence.replace(instant, () => `"${written}" (${instant})`);
}
