import { ProblemError } from "./problem.ts";
import { text } from "./text.ts";

/** @throws ProblemError with this code for a request in which a text is one that no database can store */
export function rejectUnstorable(read: unknown, code: "invalid_request" | "invalid_fields"): void {
  const path = unstorableText(read);
  if (path === null) return;
  // A name that is such a text itself is not repeated.
  const field = unstorableText(path) === null ? path : "body";
  const sentence = text`${field} has a character that is not allowed in text: NUL, or half of a surrogate pair. Remove it.`;
  throw new ProblemError(code, sentence, { [field]: [sentence] });
}

/**
 * The path of a text in a request that no database can store: with a NUL, or with half of a surrogate pair.
 * @returns the names on that path, without the indexes of list items; null: there is none
 */
function unstorableText(value: unknown): string | null {
  if (typeof value === "string") return value.includes("\0") || !value.isWellFormed() ? "" : null;
  if (Array.isArray(value)) return firstOf(value.map((item) => ["", item]));
  return typeof value === "object" && value !== null ? firstOf(Object.entries(value)) : null;
}

function firstOf(entries: [string, unknown][]): string | null {
  for (const [name, value] of entries) {
    const found = unstorableText(name) === null ? unstorableText(value) : "";
    if (found !== null) return [name, found].filter((step) => step !== "").join(".");
  }
  return null;
}
