import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Preferences } from "../../contract/accounts/preferences.ts";
import { call } from "./api.ts";
import { dependent } from "./query.ts";

/** What the signed-in user likes to see, and where. */
export const preferencesQuery = queryOptions({
  queryKey: ["preferences"],
  staleTime: 5 * 60_000,
  queryFn: ({ signal }) => call("GET /v1/me/preferences", { signal }),
});

/** The user's preferences; undefined until they are known, also where they could not be loaded. */
export function usePreferences(): Preferences | undefined {
  // Of the shell, which stays while a switch of the organization empties the cache.
  return useQuery(dependent(preferencesQuery)).data;
}

/** Writes one after the other: an earlier answer must not overtake a later one. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Shows changed preferences at once and keeps them.
 * @returns once they are kept
 * @throws ApiError when they could not be kept; what is shown stays
 */
export async function savePreferences(client: QueryClient, changed: Partial<Preferences>): Promise<void> {
  const { queryKey } = preferencesQuery;
  // An answer from before must not overtake. Otherwise shown at once: of two quick moves the second builds on the first.
  if (client.isFetching({ queryKey }) > 0) await client.cancelQueries({ queryKey });
  client.setQueryData(queryKey, (known) =>
    known === undefined ? known : { ...known, ...changed, columns: { ...known.columns, ...changed.columns } },
  );
  const saving = last.then(() => call("PUT /v1/me/preferences", { body: changed }));
  last = saving.catch(() => undefined);
  await saving;
  // They had not come yet, and were no longer waited for.
  const isKnown = client.getQueryData(queryKey) !== undefined;
  if (!isKnown) void client.invalidateQueries({ queryKey });
}

/** Saves preferences in the background; a failure is only logged. */
export function useQuietSave(): (changed: Partial<Preferences>) => void {
  const client = useQueryClient();
  return (changed) => {
    savePreferences(client, changed).catch((error: unknown) => console.warn("Preferences were not saved.", error));
  };
}
