import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { CaseState, WholeCase } from "../../../../contract/leaks/cases.ts";
import { activeOrganization } from "../../../app/active-organization.ts";
import { call } from "../../../app/api.ts";
import { ApiError } from "../../../app/api-error.ts";
import { readCases, type SavedCases, saveCases } from "../../../app/offline/offline-store.ts";
import { toDoStates } from "../report/cases-calls.ts";

/** What a technician has to visit: also where a fix cannot be seen, because the meter sends no data. */
const states: CaseState[] = [...toDoStates, "cannot_verify"];
/** The first cases by property: more than anybody visits in a day. */
const MAX_CASES = 50;
/** Cases that are read at a time. */
const AT_ONCE = 4;

/** Cases are kept by person and organization. */
const owner = (email: string) => `${email} ${activeOrganization() ?? ""}`;

/** The cases of this list as this browser saved them; null: it has none. */
export function savedCasesQuery(email: string) {
  return queryOptions({
    queryKey: ["saved cases", owner(email)],
    queryFn: async () => (await readCases(owner(email))) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The cases that are assigned to a person, each as a whole, in the order of a round. Saved for work without a network. */
export function myCasesQuery(email: string) {
  return queryOptions({
    queryKey: ["my cases", owner(email)],
    queryFn: async ({ signal }): Promise<SavedCases> => {
      const query = {
        assignee: email,
        state: states,
        is_snoozed: false,
        ordering: "property_name",
        page: 1,
        page_size: MAX_CASES,
      } as const;
      const { count, results } = await call("GET /v1/cases", { query, signal });
      const cases: WholeCase[] = [];
      for (let from = 0; from < results.length; from += AT_ONCE) {
        const some = results.slice(from, from + AT_ONCE);
        const read = await Promise.all(some.map(({ id }) => readCase(id, signal)));
        cases.push(...read.filter((one) => one !== null));
      }
      const saved = { readAt: Date.now(), count, cases };
      // A browser that keeps nothing shows them nevertheless.
      await saveCases(owner(email), saved).catch(() => undefined);
      return saved;
    },
  });
}

/**
 * Puts a case as it is after a report into the lists at hand: until they are read again, it would look as if nothing had been
 * reported. @param organization in which it was reported
 */
export async function keepCase(
  client: QueryClient,
  email: string,
  organization: number | null,
  whole: WholeCase,
): Promise<void> {
  const active = activeOrganization();
  if (active !== null && organization !== active) return;
  const live = client.getQueryData(myCasesQuery(email).queryKey);
  const known = live ?? client.getQueryData(savedCasesQuery(email).queryKey);
  if (!known) return;
  const kept = { ...known, cases: known.cases.map((one) => (one.id === whole.id ? whole : one)) };
  client.setQueryData(savedCasesQuery(email).queryKey, kept);
  if (live !== undefined) client.setQueryData(myCasesQuery(email).queryKey, kept);
  await saveCases(owner(email), kept).catch(() => undefined);
}

/** A case; null: it is gone, or was taken from the user since the list was read. */
async function readCase(id: number, signal: AbortSignal): Promise<WholeCase | null> {
  try {
    return await call("GET /v1/cases/{id}", { params: { id }, signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}
