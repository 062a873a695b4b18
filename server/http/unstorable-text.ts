/**
 * Where in a request a text stands that no database keeps: with a NUL, or with half of a surrogate pair.
 * @returns the names that lead to it, without the numbers of list items; null: there is none
 */
export function unstorableText(value: unknown): string | null {
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
