import type { Reading } from "../ingest/reading.ts";
import { fieldsOf } from "./fields.ts";
import type { Layout } from "./layout.ts";

/** A sentence that names the instant of a reading, with the time as it stands in the file put before it. */
export function asWritten(sentence: string, { raw, at }: Pick<Reading, "raw" | "at">, layout: Layout): string {
  const instant = new Date(at).toISOString();
  const { time } = layout.index;
  if (time === null || !sentence.includes(instant)) return sentence;
  const written = fieldsOf(raw, layout.delimiter)[time]?.trim();
  return written === undefined || written === instant
    ? sentence
    : sentence.replace(instant, () => `"${written}" (${instant})`);
}
