import { i18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { language } from "./language.ts";

// English texts stand in the code as they are, with the code of each screen; they are compiled as they are shown.
i18n.setMessagesCompiler(compileMessage);
// Modules that have texts wait for this one, so that texts of constants are translated, too.
if (language === "es") i18n.load("es", (await import("../locales/es.po")).messages);
i18n.activate(language);

export { i18n };
