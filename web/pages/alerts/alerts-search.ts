import { idOf, idsOf, wordOf } from "../../app/search-text.ts";
import { type AlertGroup, alertGroups } from "./alert-groups.ts";

/** Whether the cause is still there; the first where the URL does not say. */
export const alertStates = ["open", "closed", "all"] as const;
export type AlertState = (typeof alertStates)[number];

/** What the URL of the alerts says. */
export interface AlertsSearch {
  /** Left out: alerts of all kinds. */
  about?: AlertGroup | undefined;
  /** Left out: those whose cause is still there. */
  state?: Exclude<AlertState, "open"> | undefined;
  property_id?: number[] | undefined;
  /** Counted from 1, as in calls. */
  page?: number | undefined;
  page_size?: number | undefined;
}

/** The sizes of a page to choose from. */
const sizes = [10, 25, 50];

/** Reads the URL; what makes no sense in it is left out. */
export function alertsSearch(raw: Record<string, unknown>): AlertsSearch {
  const size = idOf(raw.page_size);
  const page = idOf(raw.page);
  return {
    about: wordOf(
      raw.about,
      alertGroups.map(({ group }) => group),
    ),
    state: wordOf(raw.state, ["closed", "all"]),
    property_id: idsOf(raw.property_id),
    page: page === 1 ? undefined : page,
    page_size: size !== undefined && sizes.includes(size) && size !== sizes[0] ? size : undefined,
  };
}
