/** Words for a kind of place, not for one place. */
const KINDS: ReadonlySet<string> = new Set(["unit", "apartment", "apt", "building"]);

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
  const all = [...new Set(text.split(/\s+/))].toSorted((a, b) => b.length - a.length);
  const telling = all.filter((word) => !KINDS.has(word));
  const words = (telling.length === 0 ? all : telling).filter((word, i, list) => {
    return !list.slice(0, i).some((longer) => longer.includes(word));
  });
  return { text, words, allWords: [...new Set([...all, ...KINDS])] };
}
