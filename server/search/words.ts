/** Words for a kind of place, not for one place. */
const KINDS: ReadonlySet<string> = new Set([
  ...["unit", "apartment", "apt", "suite", "building"],
  ...["unidad", "apartamento", "apto", "departamento", "depto", "dpto", "edificio"],
]);

/** What stands between the names of a place where it is shown: "Maple Court | North | 204", "Maple Court, North". */
const BETWEEN_NAMES = /[\s,|]+/;

/** The search query, in lower case. */
export interface SearchQuery {
  /** All of it. */
  text: string;
  /** The words that names must hold, each once, the longest first: it is the most selective. */
  words: string[];
  /** The same and the words for kinds of places, so that `204` is the whole name of Unit 204. */
  allWords: string[];
}

/**
 * The words of a search query. A word that is part of another one adds nothing and is left out, and so is one for a
 * kind of place, unless there is no other.
 * @param query not blank
 */
export function parseSearchQuery(query: string): SearchQuery {
  const text = query.trim().toLowerCase();
  const parts = text.split(BETWEEN_NAMES).flatMap((part) => (part === "" ? [] : [part.replace(/^#(?=.)/, "")]));
  const all = [...new Set(parts.length === 0 ? [text] : parts)].toSorted((a, b) => b.length - a.length);
  const telling = all.filter((word) => !KINDS.has(word));
  const words = (telling.length === 0 ? all : telling).filter((word, i, list) => {
    return !list.slice(0, i).some((longer) => longer.includes(word));
  });
  return { text, words, allWords: [...new Set([...all, ...KINDS])] };
}
