import { t } from "@lingui/core/macro";
import type { ReportSearch } from "../../../app/report/search/report-search-fields.ts";
import { reportQuery } from "../../../app/report/search/report-view.ts";

/** How leaks stop: marked repaired, or without a repair. Each has a list, which the URL names so. */
export const savingsLists = {
  "repaired-leaks": { stopped_by: "person", title: t`Repaired Leaks`, ordering: "-repaired_at" },
  "ended-leaks": { stopped_by: "rule", title: t`Leaks That Ended on Their Own`, ordering: "-ended_at" },
} as const;
export type SavingsList = keyof typeof savingsLists;

/** What a list of stopped leaks can be ordered by. */
export const stoppedFields = ["property_name", "repaired_at", "ended_at", "total_gallons_leaked"] as const;

/** The list that an address opens; undefined: none of these. */
export function savingsListOf(dialog: string | undefined): SavingsList | undefined {
  return dialog === "repaired-leaks" || dialog === "ended-leaks" ? dialog : undefined;
}

/** What a list of stopped leaks asks for, without a page. */
export function stoppedLeaksParams(
  search: ReportSearch,
  list: SavingsList,
  ordering: (typeof stoppedFields)[number] | `-${(typeof stoppedFields)[number]}`,
) {
  return { ...reportQuery(search), stopped_by: [savingsLists[list].stopped_by], ordering };
}
