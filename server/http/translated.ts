import type { Language } from "../../contract/display/languages.ts";
import { textsIn } from "../language/texts.ts";
import type { Sentence } from "../problem/problem.ts";

/** A sentence in a language; English where the catalogue does not have it. */
export function translated(sentence: Sentence, language: Language): string {
  if (typeof sentence === "string" || language === "en") return String(sentence);
  const i18n = textsIn(language);
  if (i18n.messages[sentence.message] === undefined) return String(sentence);
  const values = sentence.values.map((value) =>
    typeof value === "object" && value !== null ? translated(value, language) : value,
  );
  return i18n._(sentence.message, { ...values });
}

/** The language that a request asks for: the first that there is; English without one. @param header `Accept-Language` */
export function languageOf(header: string | undefined): Language {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().split(/[-;]/, 1)[0]);
  return tags.find((tag) => tag === "en" || tag === "es") ?? "en";
}
