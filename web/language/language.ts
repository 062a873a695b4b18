import { type Language, languages } from "../../contract/display/languages.ts";

const key = "dripline.language";

function isLanguage(text: string): text is Language {
  return languages.some((one) => one === text);
}

/** What was chosen in this browser; otherwise the first of the browser's languages that there is; otherwise English. */
function findLanguage(): Language {
  if (typeof document === "undefined") return "en";
  const chosen = localStorage.getItem(key);
  const wanted = [...(chosen === null ? [] : [chosen]), ...navigator.languages];
  return wanted.map((tag) => tag.split("-", 1)[0] ?? "").find(isLanguage) ?? "en";
}

/** The language of this page. Another one is for the next page that loads: texts are read once. */
export const language: Language = findLanguage();

/** For dates and numbers. Both write 1,204.5, as people in the United States do in either language. */
export const locale = { en: "en-US", es: "es-US" }[language];

/**
 * Remembers somebody's choice in this browser, and loads the page again where it is not in that language.
 * @param choice null: what the browser prefers
 */
export function showLanguage(choice: Language | null): void {
  if (choice === null) localStorage.removeItem(key);
  else localStorage.setItem(key, choice);
  if (findLanguage() !== language) window.location.reload();
}
