import { QueryClient, type QueryFunctionContext, type QueryKey, queryOptions } from "@tanstack/react-query";
import type { CallName } from "../../contract/calls.ts";
import { activeOrganization, setActiveOrganization } from "./active-organization.ts";
import { type CallAnswer, type CallInput, call } from "./api.ts";
import { ApiError, isUnreachable } from "./api-error.ts";
import { keepsOffline } from "./offline/keeps-offline.ts";
import { forgetOthers, readMe } from "./offline/offline-store.ts";

type ReadName = Extract<CallName, `GET ${string}`>;

/**
 * A reading call as a query. While changed params load, the previous response is kept (to be shown dimmed), but only
 * one about the same resource in the same organization.
 */
export function read<N extends ReadName>(name: N, input: CallInput<N>) {
  const subject = JSON.stringify([input.organization ?? activeOrganization(), name, input.params ?? null]);
  return queryOptions<CallAnswer<N>, Error, CallAnswer<N>, readonly [string, unknown]>({
    queryKey: [subject, input.query ?? null],
    queryFn: ({ signal }) => call(name, { ...input, signal }),
    meta: { name, params: input.params, query: input.query },
    placeholderData: (previous, query) => (query?.queryKey[0] === subject ? previous : undefined),
  });
}

/** A query whatever it answers. `queryFn` is a method, so that its types may be narrower. */
interface AnyQuery {
  queryKey: QueryKey;
  queryFn?(context: QueryFunctionContext): unknown;
  /** False: the screen does not show it as it is opened. */
  enabled?: unknown;
}

/** What a screen reads, by name. */
type ScreenQueries = Readonly<Record<string, AnyQuery | readonly AnyQuery[]>>;

/**
 * Starts the queries of a screen, which its page then reads from the same list. In tests a page that reads any other
 * query as it opens fails (`report-late-queries.ts`).
 */
export function prefetch(client: QueryClient, queries: ScreenQueries): void {
  for (const { enabled, ...query } of Object.values(queries).flat()) {
    if (enabled !== false) void client.prefetchQuery(query);
  }
}

/** Marks a query that needs the answer of another, or what a person does: no loader can start it as its screen opens. */
export function dependent<Q extends { meta?: Record<string, unknown> | undefined }>(query: Q): Q {
  return { ...query, meta: { ...query.meta, isDependent: true } };
}

/** Milliseconds after which a browser that keeps what it read for work without a network uses that. */
const POOR_NETWORK = 6000;

/** The signed-in user. A choice of an organization that they no longer belong to is forgotten. */
export const meQuery = queryOptions({
  queryKey: ["me"],
  staleTime: 5 * 60_000,
  queryFn: async ({ signal }) => {
    const limited = keepsOffline() ? AbortSignal.any([signal, AbortSignal.timeout(POOR_NETWORK)]) : signal;
    try {
      const me = await call("GET /v1/me", { signal: limited });
      if (keepsOffline()) await forgetOthers(me).catch(() => undefined);
      return me;
    } catch (error) {
      const isAway = !signal.aborted && (limited.aborted || isUnreachable(error));
      const saved = isAway && keepsOffline() ? await readMe() : undefined;
      if (saved !== undefined) return saved;
      const rejected = error instanceof ApiError && [400, 403, 404].includes(error.status);
      if (!rejected || activeOrganization() === null) throw error;
      setActiveOrganization(null);
      return call("GET /v1/me", { signal });
    }
  },
});

/** After a call rejected a place as not found: the calls behind the filters' options, whose cached lists are stale. */
function listsOf(error: unknown): string[] {
  if (!(error instanceof ApiError) || error.status !== 404) return [];
  const { organization_id, property_id, building_id, unit_id } = error.fields;
  return [
    ...((organization_id ?? property_id) ? ["/reporting/my-properties/"] : []),
    ...((building_id ?? unit_id) ? ["/leak-overview/filters"] : []),
  ];
}

/** Failures are shown at once, with Retry: a screen that waits for hidden attempts looks as if it hung. */
export function createQueryClient(onError: (error: unknown) => void): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: { retry: false, retryOnMount: false, networkMode: "always", staleTime: 60_000 },
      mutations: { retry: false, networkMode: "always" },
    },
  });
  client.getQueryCache().config.onError = (error) => {
    for (const part of listsOf(error)) {
      const isList = ({ queryKey: [subject] }: { queryKey: readonly unknown[] }) => String(subject).includes(part);
      void client.invalidateQueries({ predicate: isList }, { cancelRefetch: false });
    }
    onError(error);
  };
  client.getMutationCache().config.onError = onError;
  return client;
}
