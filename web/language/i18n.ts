import { i18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { language } from "./language.ts";

const compiled = new Map<string, ReturnType<typeof compileMessage>>();

// English texts stand in the code as they are, with the code of each screen. Each is compiled when it is first shown.
i18n.setMessagesCompiler((message) => {
  const known = compiled.get(message);
  if (known !== undefined) return known;
  const made = compileMessage(message);
  compiled.set(message, made);
  return made;
});
// Modules that have texts wait for this one, so that texts of constants are translated, too.
if (language === "es") i18n.load("es", (await import("../locales/es.po")).messages);
i18n.activate(language);

export { i18n };
