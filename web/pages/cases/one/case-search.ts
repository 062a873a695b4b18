import { choiceOf, idsOf } from "../../../app/search-text.ts";
import { type CaseDialog, caseDialogs } from "../report/next-step.ts";

/** The search params of a case's page. */
export interface CaseSearch {
  /** What is being reported, or the notice to the resident. */
  dialog?: CaseDialog | "notice" | undefined;
  /** Its property, in links from elsewhere: a reader of several organizations is switched to the property's. */
  property_id?: number[] | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function caseSearch(raw: Record<string, unknown>): CaseSearch {
  return { dialog: choiceOf(raw.dialog, [...caseDialogs, "notice"]), property_id: idsOf(raw.property_id) };
}
