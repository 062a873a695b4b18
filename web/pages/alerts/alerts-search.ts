import { type ListPage, listPage } from "../../app/list-page.ts";
import { choiceOf, idOf, idsOf, textOf } from "../../app/search-text.ts";
import type { CaseDialog } from "../cases/report/next-step.ts";
import { caseDialogs } from "../cases/report/next-step.ts";
import { type AlertGroup, alertGroups } from "./alert-groups.ts";

/** What a person can decide about an alert of a device. */
export const alertDialogs = ["dismiss", "snooze"] as const;
export type AlertDialog = (typeof alertDialogs)[number];

/** Whether the cause still exists, and somebody dismissed or snoozed it; default: the first. */
export const alertStates = ["open", "dismissed", "closed", "all"] as const;
export type AlertState = (typeof alertStates)[number];

/** The search params of the alerts. */
export interface AlertsSearch extends ListPage {
  /** Left out: alerts of all kinds. */
  about?: AlertGroup | undefined;
  /** Left out: those whose cause is still there. */
  state?: Exclude<AlertState, "open"> | undefined;
  property_id?: number[] | undefined;
  ordering?: string | undefined;
  /** What is being reported, and about which case. */
  dialog?: CaseDialog | undefined;
  case_id?: number | undefined;
  /** What is being decided, and about which alert of a device. */
  decide?: AlertDialog | undefined;
  alert_id?: number | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function alertsSearch(raw: Record<string, unknown>): AlertsSearch {
  return {
    about: choiceOf(
      raw.about,
      alertGroups.map(({ group }) => group),
    ),
    state: choiceOf(raw.state, ["dismissed", "closed", "all"]),
    property_id: idsOf(raw.property_id),
    ordering: textOf(raw.ordering),
    dialog: choiceOf(raw.dialog, caseDialogs),
    case_id: idOf(raw.case_id),
    decide: choiceOf(raw.decide, alertDialogs),
    alert_id: idOf(raw.alert_id),
    ...listPage(raw),
  };
}
