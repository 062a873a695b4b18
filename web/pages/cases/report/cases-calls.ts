import type { QueryClient } from "@tanstack/react-query";
import type { CaseState, LeakCase, SentCaseEvent } from "../../../../contract/leaks/cases.ts";
import { type CallInput, call } from "../../../app/api.ts";
import type { Report } from "../../../app/offline/offline-store.ts";
import { dependent, read } from "../../../app/query.ts";
import { sendReport } from "./send-report.ts";

/** How many cases a panel shows. */
const CASES_SHOWN = 5;

/** The states in which a case needs somebody. */
export const toDoStates: CaseState[] = ["open", "acknowledged", "assigned", "visited", "returned"];

/** Which places' cases a panel shows; left out: all of them. */
export interface CasePlaces {
  organization_id?: number[] | undefined;
  property_id?: number[] | undefined;
}

/** The cases that need somebody and cost most a day. */
export function costliestCases({ organization_id, property_id }: CasePlaces) {
  return read("GET /v1/cases", {
    query: { organization_id, property_id, state: toDoStates, is_snoozed: false, page: 1, page_size: CASES_SHOWN },
  });
}

/** A case with its days, leaks and events. */
export function caseQuery(id: number) {
  return read("GET /v1/cases/{id}", { params: { id } });
}

/** The messages that were sent about a case. */
export function caseMessagesQuery(id: number) {
  return read("GET /v1/cases/{id}/messages", { params: { id } });
}

/** To whom a case can be assigned. */
export function assigneesQuery(id: number) {
  return dependent(read("GET /v1/cases/{id}/assignees", { params: { id } }));
}

/** Stores what a person reports about a case. @throws ApiError for what was rejected */
export type SendReport = (row: LeakCase, report: Omit<Report, "organization">) => Promise<unknown>;

/** Sends it to the server, and waits. */
export const sendNow: SendReport = ({ id }, report) => sendReport(id, { ...report, organization: null });

/** Reports what was done about a case. */
export function reportEvent(id: number, event: SentCaseEvent) {
  return call("POST /v1/cases/{id}/events", { params: { id }, body: event });
}

/** Assigns a case to a vendor. @returns the case with the link for them, which is not shown again */
export function assignVendor(
  id: number,
  body: CallInput<"POST /v1/cases/{id}/vendor-links">["body"],
  idempotencyKey: string,
) {
  return call("POST /v1/cases/{id}/vendor-links", { params: { id }, body, idempotencyKey });
}

/** Invalidates what is shown of cases and leaks after one was changed. */
export function forgetCases(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [subject] }) => /\/v1\/(cases|leaks|alerts)/.test(String(subject)),
  });
}
