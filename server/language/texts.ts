import { readFileSync } from "node:fs";
import { type I18n, type Messages, setupI18n } from "@lingui/core";
import { formatter } from "@lingui/format-po";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import type { Language } from "../../contract/display/languages.ts";

/** For dates and numbers. Both write 1,204.5, as people in the United States do in either language. */
const locales: Readonly<Record<Language, string>> = { en: "en-US", es: "es-US" };

const es = new URL("../locales/es.po", import.meta.url);
const catalogue = await formatter().parse(readFileSync(es, "utf8"), {
  locale: "es",
  sourceLocale: "en",
  filename: es.pathname,
});

const compiled = new Map<string, ReturnType<typeof compileMessage>>();

/** A message as it is formatted. Exports write the same sentences thousands of times. */
function compile(message: string): ReturnType<typeof compileMessage> {
  const known = compiled.get(message);
  if (known !== undefined) return known;
  const made = compileMessage(message);
  compiled.set(message, made);
  return made;
}

function setUp(language: Language, messages: Messages): I18n {
  const i18n = setupI18n({ locale: language, locales: locales[language], messages: { [language]: messages } });
  i18n.setMessagesCompiler(compile);
  return i18n;
}

const translations = Object.entries(catalogue).map(([id, { translation = "" }]) => [id, compile(translation)]);
const inLanguage: Readonly<Record<Language, I18n>> = {
  en: setUp("en", {}),
  es: setUp("es", Object.fromEntries(translations)),
};

/**
 * The texts of a language. They stand in the code in English, by which `npm run translations` collects them:
 * `i18n._("{count, plural, one {# meter} other {# meters}}", { count })`.
 */
export function textsIn(language: Language): I18n {
  return inLanguage[language];
}

/** The locale for dates and numbers within texts. */
export function localeOf({ locale }: Pick<I18n, "locale">): string {
  return locale === "es" ? locales.es : locales.en;
}
