import { type ListPage, listPage } from "../../../app/list-page.ts";
import { choiceOf, idOf, idsOf, textOf } from "../../../app/search-text.ts";
import { type CaseDialog, caseDialogs } from "../report/next-step.ts";

/** Which cases are listed; the first is what the page opens with. */
export const caseViews = ["to-do", "snoozed", "fixed", "verified", "ended", "not-a-leak"] as const;
export type CaseView = (typeof caseViews)[number];

/** The search params of the list of cases. */
export interface CasesSearch extends ListPage {
  /** Left out: what is to be done. */
  view?: Exclude<CaseView, "to-do"> | undefined;
  property_id?: number[] | undefined;
  /** Only cases that are assigned to the user. */
  mine?: true | undefined;
  /** Only cases with a deadline that is over. */
  overdue?: true | undefined;
  ordering?: string | undefined;
  /** Left out: as a list. */
  look?: "columns" | undefined;
  /** What is being reported, and about which case. */
  dialog?: CaseDialog | undefined;
  case_id?: number | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function casesSearch(raw: Record<string, unknown>): CasesSearch {
  return {
    view: choiceOf(raw.view, ["snoozed", "fixed", "verified", "ended", "not-a-leak"]),
    property_id: idsOf(raw.property_id),
    mine: choiceOf(raw.mine, ["true"]) && true,
    overdue: choiceOf(raw.overdue, ["true"]) && true,
    ordering: textOf(raw.ordering),
    look: choiceOf(raw.look, ["columns"]),
    dialog: choiceOf(raw.dialog, caseDialogs),
    case_id: idOf(raw.case_id),
    ...listPage(raw, 25),
  };
}
