import { t } from "@lingui/core/macro";
import { read } from "../../../app/query.ts";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { reportQuery } from "../../../app/report/search/report-view.ts";

/** The lists of the ledger of savings, which the URL names so. */
export const savingsLists = {
  "verified-fixes": { outcome: "verified", title: t`Savings by Verified Fixes` },
  "ended-leaks": { outcome: "ended", title: t`Leaks That Ended on Their Own` },
} as const;
export type SavingsList = keyof typeof savingsLists;

/** What a list can be ordered by. */
export const ledgerFields = ["property_name", "ended_at", "gallons_per_day", "gallons_saved", "dollars_saved"] as const;
export const ledgerOrdering = "-dollars_saved";

/** The list that an address opens; undefined: none of these. */
export function savingsListOf(dialog: string | undefined): SavingsList | undefined {
  return dialog === "verified-fixes" || dialog === "ended-leaks" ? dialog : undefined;
}

/** The params of a list, without a page. */
export function ledgerParams(
  search: ReportSearch,
  list: SavingsList,
  ordering: (typeof ledgerFields)[number] | `-${(typeof ledgerFields)[number]}`,
) {
  return { ...reportQuery(search), outcome: savingsLists[list].outcome, ordering };
}

/** One page of a list, counted from 0. */
export function ledgerQuery(params: ReturnType<typeof ledgerParams>, page: number) {
  return read("GET /v1/reporting/portfolio-insights/savings/cases", {
    query: { ...params, page: page + 1, page_size: 10 },
  });
}
