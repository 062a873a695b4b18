import type { QueryClient } from "@tanstack/react-query";
import type { CaseEventRequest } from "../../../../contract/leaks/cases.ts";
import { call } from "../../../app/api.ts";
import { dependent, read } from "../../../app/query.ts";

/** A case with its days, leaks and events. */
export function caseQuery(id: number) {
  return read("GET /v1/cases/{id}", { params: { id } });
}

/** To whom a case can be assigned. */
export function assigneesQuery(id: number) {
  return dependent(read("GET /v1/cases/{id}/assignees", { params: { id } }));
}

/** Reports what was done about a case. */
export function reportEvent(id: number, event: CaseEventRequest) {
  return call("POST /v1/cases/{id}/events", { params: { id }, body: event });
}

/** Invalidates what is shown of cases and leaks after one was changed. */
export function forgetCases(client: QueryClient): Promise<void> {
  return client.invalidateQueries({
    predicate: ({ queryKey: [subject] }) => /\/v1\/(cases|leaks|alerts)/.test(String(subject)),
  });
}
