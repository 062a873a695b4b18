import type { CaseState } from "../../../../contract/leaks/cases.ts";
import { read } from "../../../app/query.ts";
import { propertiesQuery } from "../../../app/report/report-queries.ts";
import { homeQueries } from "../../property/top5-leaks-home/home-queries.ts";
import { toDoStates } from "../report/cases-calls.ts";
import { type CasesSearch, type CaseView, caseViews } from "./cases-search.ts";

const statesOf: Readonly<Record<CaseView, CaseState[]>> = {
  "to-do": toDoStates,
  snoozed: toDoStates,
  fixed: ["fix_reported", "cannot_verify"],
  verified: ["verified"],
  ended: ["ended"],
  "not-a-leak": ["not_a_leak"],
};

/** Snoozed cases are in a list of their own until their day. */
const isSnoozed: Partial<Record<CaseView, boolean>> = { "to-do": false, snoozed: true };

/** Columns of the board, from found to proven fixed. */
export const boardColumns = ["new", "working", "fixed", "verified"] as const;
export type BoardColumn = (typeof boardColumns)[number];
const statesOfColumn: Readonly<Record<BoardColumn, CaseState[]>> = {
  new: ["open", "returned"],
  working: ["acknowledged", "assigned", "visited"],
  fixed: statesOf.fixed,
  verified: statesOf.verified,
};
/** Cards of a column. */
const MAX_CARDS = 20;

const fields = [
  "dollars_per_day",
  "gallons_per_day",
  "started_at",
  "total_gallons_leaked",
  "due_on",
  "property_name",
] as const;
type Ordering = (typeof fields)[number] | `-${(typeof fields)[number]}`;
/** The costliest first. */
export const CASES_ORDERING = "-dollars_per_day";

function orderingOf(text: string | undefined): Ordering {
  return fields.flatMap((field) => [field, `-${field}`] as const).find((known) => known === text) ?? CASES_ORDERING;
}

type Listed = Omit<CasesSearch, "view"> & { view?: CaseView | undefined };

/** The params of a list of cases and of its export, without a page. @param email the user's own */
export function caseListParams({ property_id, mine, overdue, ordering, ...search }: Listed, email: string) {
  return {
    state: statesOf[search.view ?? "to-do"],
    is_snoozed: isSnoozed[search.view ?? "to-do"],
    property_id,
    assignee: mine ? email : undefined,
    is_overdue: overdue,
    ordering: orderingOf(ordering),
  };
}

/**
 * All that the screen shows.
 * @param email the user's own @param isManager what to do is followed by the repairs and by what cannot be seen
 */
export function casesQueries(search: CasesSearch, email: string, isManager: boolean) {
  const { repairs, silentDevices, lowBatteries } = homeQueries({ property_id: search.property_id });
  const isBoard = search.look === "columns";
  const hasToDo = isManager && search.view === undefined && !isBoard;
  const { page = 1, page_size = 25 } = search;
  const params = caseListParams(search, email);
  return {
    /** The page of cases that the URL names. */
    cases: { ...read("GET /v1/cases", { query: { ...params, page, page_size } }), enabled: !isBoard },
    columns: boardColumns.map((column) => ({
      ...read("GET /v1/cases", {
        query: {
          ...params,
          state: statesOfColumn[column],
          is_snoozed: column === "new" || column === "working" ? false : undefined,
          ordering: column === "verified" ? "-fixed_at" : CASES_ORDERING,
          page: 1,
          page_size: MAX_CARDS,
        },
      }),
      enabled: isBoard,
    })),
    properties: propertiesQuery(),
    repairs: { ...repairs, enabled: hasToDo },
    silentDevices: { ...silentDevices, enabled: hasToDo },
    lowBatteries: { ...lowBatteries, enabled: hasToDo },
    /** How many cases each view has: the count of a page of one. */
    counts: caseViews.map((view) => ({
      ...read("GET /v1/cases", {
        query: {
          ...caseListParams({ ...search, view, ordering: undefined }, email),
          page: 1,
          page_size: 1,
        },
      }),
      enabled: !isBoard,
    })),
  };
}
