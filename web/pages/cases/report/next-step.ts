import { t } from "@lingui/core/macro";
import type { LeakCase } from "../../../../contract/leaks/cases.ts";

/** What a person can report about a case, each in a dialog of its own. */
export const caseDialogs = ["assigned", "visited", "fixed", "not_a_leak", "snoozed", "note"] as const;
export type CaseDialog = (typeof caseDialogs)[number];

export const dialogNames: Readonly<Record<CaseDialog, string>> = {
  assigned: t`Assign`,
  visited: t`Report a visit`,
  fixed: t`Report a fix`,
  not_a_leak: t`Not a leak`,
  snoozed: t`Snooze`,
  note: t`Add a note`,
};

/** What to do next about a case; null: only data decide. */
export function nextStep({ state }: Pick<LeakCase, "state">): CaseDialog | null {
  switch (state) {
    case "open":
    case "acknowledged":
    case "returned":
      return "assigned";
    case "assigned":
    case "visited":
    case "ended":
      return "fixed";
    case "cannot_verify":
      return "visited";
    default:
      return null;
  }
}
