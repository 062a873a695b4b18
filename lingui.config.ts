import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { textExtractor, textsOfScreens } from "./scripts/messages/text-extractor.ts";

const collator = new Intl.Collator("en-US");

/** English stands in the code; `npm run translations` writes the catalogues of other languages. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["es"],
  catalogs: [
    { path: "web/locales/{locale}", include: ["web"], exclude: ["**/*.test.*", "web/dist/**"] },
    { path: "server/locales/{locale}", include: ["server", "contract"], exclude: ["**/*.test.*"] },
  ],
  extractors: [textExtractor, textsOfScreens],
  // The server's messages are their own ids. The default order ignores ids and would depend on the file system.
  orderBy: (one, other) =>
    collator.compare(one.entry.message ?? one.messageId, other.entry.message ?? other.messageId) ||
    collator.compare(one.entry.context ?? "", other.entry.context ?? ""),
  // Texts of constants are read when a module loads: the catalogue must be there before.
  runtimeConfigModule: {
    i18n: ["#i18n", "i18n"],
    Trans: ["#trans", "Trans"],
    useLingui: ["@lingui/react", "useLingui"],
  },
  format: formatter({ origins: false, printPlaceholdersInComments: false }),
});
