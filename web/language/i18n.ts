import { i18n } from "@lingui/core";
import { language } from "./language.ts";

// Modules that have texts wait for this one, so that texts of constants are translated, too.
if (language === "es") i18n.load("es", (await import("../locales/es.po")).messages);
i18n.activate(language);

export { i18n };
