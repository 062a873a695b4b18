/**
 * The path of a text in a request that no database can store: with a NUL, or with half of a surrogate pair.
 * @returns the names on that path, without the indexes of list items; null: there is none
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
