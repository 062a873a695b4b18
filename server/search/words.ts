/** Words that say what is looked for, not which. */
const KINDS: ReadonlySet<string> = new Set(["unit", "apartment", "apt", "building"]);

/** What is looked for, in small letters. */
export interface Words {
  /** All of it. */
  text: string;
  /** The words that names must hold, each once, the longest first: it tells most names apart. */
  words: string[];
  /** The same and the words that every place is, so that `204` names Unit 204 wholly. */
  said: string[];
}

/**
 * The words of a question. A word that is part of another one asks for nothing more and is left out, and so is one that
 * says what every place is, unless there is no other.
 * @param question with something in it beside spaces
 */
export function wordsOf(question: string): Words {
  const text = question.trim().toLowerCase();
  const all = [...new Set(text.split(/\s+/))].toSorted((a, b) => b.length - a.length);
  const telling = all.filter((word) => !KINDS.has(word));
  const words = (telling.length === 0 ? all : telling).filter((word, i, asked) => {
    return !asked.slice(0, i).some((longer) => longer.includes(word));
  });
  return { text, words, said: [...new Set([...all, ...KINDS])] };
}
