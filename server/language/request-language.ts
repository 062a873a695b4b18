import type { I18n } from "@lingui/core";
import type { Language } from "../../contract/display/languages.ts";
import { textsIn } from "./texts.ts";

/** The language that a request asks for: the first that there is; English without one. @param header `Accept-Language` */
export function languageOf(header: string | undefined): Language {
  const tags = (header ?? "").split(",").map((tag) => tag.trim().split(/[-;]/, 1)[0]);
  return tags.find((tag) => tag === "en" || tag === "es") ?? "en";
}

/** The texts in the language that a request asks for. */
export function textsFor({ headers }: { headers: { "accept-language"?: string | undefined } }): I18n {
  return textsIn(languageOf(headers["accept-language"]));
}
