import type { ReactNode } from "react";
import type { PanelState } from "../components/panel/Panel.tsx";
import { notLoaded } from "./api-error.ts";

/** What a screen looks at of a query: a result of `useQuery`, or two of `both`. */
export interface QueryResult<T> {
  data: T | undefined;
  isError: boolean;
  error: Error | null;
  /** What is shown is the answer to the query before. */
  isPlaceholderData: boolean;
  refetch(): unknown;
}

/** Why an answer shows nothing, and what would change that. */
export type Emptiness = string | { sentence?: string; action?: ReactNode } | null | undefined;

/** Two queries that are shown together: there is nothing to see until both are answered. Retry repeats what failed. */
export function both<A, B>(one: QueryResult<A>, other: QueryResult<B>): QueryResult<readonly [A, B]> {
  return {
    data: one.data === undefined || other.data === undefined ? undefined : [one.data, other.data],
    isError: one.isError || other.isError,
    error: one.error ?? other.error,
    isPlaceholderData: one.isPlaceholderData || other.isPlaceholderData,
    refetch: () => {
      for (const failed of [one, other]) if (failed.isError) void failed.refetch();
    },
  };
}

/**
 * The message of a query that failed, with its Retry; undefined: it did not fail.
 * @param what it shows, as named in the message: "The costs"
 */
export function failureOf(
  query: Pick<QueryResult<unknown>, "isError" | "error" | "refetch">,
  what: string,
): { message: string; onRetry: () => void } | undefined {
  if (!query.isError) return undefined;
  return { message: notLoaded(what, query.error), onRetry: () => void query.refetch() };
}

/**
 * The state of a panel over a query: each fails and is retried alone.
 * @param what it shows, as named in its error message: "The costs"
 * @param empty why an answer shows nothing; left out: it always shows something
 */
export function panelOf<T>(
  query: Omit<QueryResult<T>, "isPlaceholderData">,
  what: string,
  empty?: (data: T) => Emptiness,
): PanelState {
  const failure = failureOf(query, what);
  if (failure) return { kind: "error", ...failure };
  if (query.data === undefined) return { kind: "loading" };
  const reason = empty?.(query.data);
  if (reason == null) return { kind: "ready" };
  return { kind: "empty", ...(typeof reason === "string" ? { sentence: reason } : reason) };
}
