import type { I18n } from "@lingui/core";
import type { Sentence } from "./problem.ts";
import { plainValue, Text } from "./text.ts";

/** A sentence in the language of these texts; English where they do not have it. */
export function translated(sentence: Sentence, i18n: I18n): string {
  const id = typeof sentence === "string" ? sentence : sentence.message;
  if (i18n.messages[id] === undefined) return String(sentence);
  if (typeof sentence === "string") return i18n._(id);
  const values = sentence.values.map((value) =>
    value instanceof Text ? translated(value, i18n) : plainValue(value, i18n.locales ?? i18n.locale),
  );
  return i18n._(sentence.message, { ...values });
}
