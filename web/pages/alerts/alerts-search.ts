import { type ListPage, listPage } from "../../app/list-page.ts";
import { choiceOf, idsOf } from "../../app/search-text.ts";
import { type AlertGroup, alertGroups } from "./alert-groups.ts";

/** Whether the cause still exists; default: the first. */
export const alertStates = ["open", "closed", "all"] as const;
export type AlertState = (typeof alertStates)[number];

/** The search params of the alerts. */
export interface AlertsSearch extends ListPage {
  /** Left out: alerts of all kinds. */
  about?: AlertGroup | undefined;
  /** Left out: those whose cause is still there. */
  state?: Exclude<AlertState, "open"> | undefined;
  property_id?: number[] | undefined;
}

/** Reads the URL; what makes no sense in it is left out. */
export function alertsSearch(raw: Record<string, unknown>): AlertsSearch {
  return {
    about: choiceOf(
      raw.about,
      alertGroups.map(({ group }) => group),
    ),
    state: choiceOf(raw.state, ["closed", "all"]),
    property_id: idsOf(raw.property_id),
    ...listPage(raw),
  };
}
