import babel from "@lingui/cli/api/extractors/babel";
import { defineConfig } from "@lingui/conf";
import { formatter } from "@lingui/format-po";
import { textExtractor } from "./scripts/messages/text-extractor.ts";

/** English stands in the code; `npm run translations` writes the catalogues of other languages. */
export default defineConfig({
  sourceLocale: "en",
  locales: ["es"],
  catalogs: [
    { path: "web/locales/{locale}", include: ["web"], exclude: ["**/*.test.*", "web/dist/**"] },
    { path: "server/locales/{locale}", include: ["server"], exclude: ["**/*.test.*"] },
  ],
  extractors: [textExtractor, babel],
  // Texts of constants are read when a module loads: the catalogue must be there before.
  runtimeConfigModule: {
    i18n: ["#i18n", "i18n"],
    Trans: ["#trans", "Trans"],
    useLingui: ["@lingui/react", "useLingui"],
  },
  format: formatter({ origins: false, printPlaceholdersInComments: false }),
});
