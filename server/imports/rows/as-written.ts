import type { Reading } from "../../ingest/reading.ts";
import type { Sentence } from "../../problem/problem.ts";
import { Text } from "../../problem/text.ts";
import { fieldsOf } from "../cells/fields.ts";
import type { Layout } from "../layout/layout.ts";
import { timeIn } from "../layout/time-cell.ts";

/** A message that names the instant of a reading, preceded by the time as written in the file. */
export function asWritten(sentence: Sentence, { raw, at }: Pick<Reading, "raw" | "at">, layout: Layout): Sentence {
  const instant = new Date(at).toISOString();
  if (typeof sentence === "string" || !String(sentence).includes(instant)) return sentence;
  const written = timeIn(fieldsOf(raw, layout.delimiter), layout.index).trim();
  if (written === "" || written === instant) return sentence;
  const named = ({ message, values }: Text): Text =>
    new Text(
      message,
      values.map((value) =>
        value instanceof Text ? named(value) : value === instant ? `"${written}" (${instant})` : value,
      ),
    );
  return named(sentence);
}
