import { z } from "zod";
import type { Sentence } from "./problem.ts";
import { Text } from "./text.ts";

const plainValue = z.union([
  z.string(),
  z.number(),
  z.null(),
  z.strictObject({ option: z.string() }),
  z.strictObject({ day: z.string() }),
]);
const keptText: z.ZodType<Text> = z
  .object({ message: z.string(), values: z.array(z.union([plainValue, z.lazy(() => keptText)])) })
  .transform(({ message, values }) => new Text(message, values));

/** A sentence of a JSON column, translated when it is read. Those that earlier releases kept are English. */
export const KeptSentence: z.ZodType<Sentence> = z.union([z.string(), keptText]);

/** A text of megabytes is cut: its beginning is enough. */
const LONGEST = 10_000;

/** JSON with sentences in it, for a column. */
export function toKeptJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (typeof part === "string" ? storableText(part.slice(0, LONGEST)) : part));
}

/** A text as Postgres' JSON can hold it: without NUL and halves of surrogate pairs. */
export function storableText(text: string): string {
  return text.replaceAll("\0", "\u2400").toWellFormed();
}
