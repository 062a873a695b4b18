import type { UseQueryResult } from "@tanstack/react-query";
import type { PanelState } from "../../components/panel/Panel.tsx";
import { notLoaded } from "../api-error.ts";

/**
 * How a panel over one call stands: each fails and is retried alone.
 * @param what it shows, as its failure says it: "The costs"
 * @param empty why there is nothing to show, where there is nothing; left out: there always is something
 */
export function panelOf<T>(
  query: UseQueryResult<T>,
  what: string,
  empty: (data: T) => string | undefined = () => undefined,
): PanelState {
  if (query.isError) {
    return { kind: "error", message: notLoaded(what, query.error), onRetry: () => void query.refetch() };
  }
  if (query.data === undefined) return { kind: "loading" };
  const sentence = empty(query.data);
  return sentence === undefined ? { kind: "ready" } : { kind: "empty", sentence };
}
