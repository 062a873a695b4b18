import type { FoundProperty } from "../../contract/search.ts";
import type { SearchQuery } from "./words.ts";

const natural = new Intl.Collator("en", { numeric: true });

/** The properties whose name has every word, those that begin with the query first, then by name. */
export function propertiesNamed(
  seen: readonly FoundProperty[],
  { text, words }: SearchQuery,
  limit: number,
): FoundProperty[] {
  return seen
    .map((property) => ({ property, name: property.property_name.toLowerCase() }))
    .filter(({ name }) => words.every((word) => name.includes(word)))
    .map((named) => ({ ...named, begins: named.name.startsWith(text) ? 0 : 1 }))
    .toSorted(
      (a, b) =>
        a.begins - b.begins || natural.compare(a.name, b.name) || a.property.property_id - b.property.property_id,
    )
    .slice(0, limit)
    .map(({ property }) => property);
}
