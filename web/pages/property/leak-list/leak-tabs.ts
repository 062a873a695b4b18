import { t } from "@lingui/core/macro";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";

/** The main tabs, the first of which a URL leaves out. */
export const leakTabs = [
  { tab: "leak-overview", label: t`Leak Overview` },
  { tab: "meters", label: t`Meters` },
] as const;

/** The tab that a URL opens; one that there is not opens the first. */
export function leakTab({ tab }: ReportSearch): (typeof leakTabs)[number]["tab"] {
  return tab === "meters" ? tab : "leak-overview";
}
