import type { UseQueryResult } from "@tanstack/react-query";
import type { PanelState } from "../../components/panel/Panel.tsx";
import { notLoaded } from "../api-error.ts";

/**
 * The state of a panel over one call: each fails and is retried alone.
 * @param what it shows, as named in its error message: "The costs"
 * @param empty the reason shown if there is no data; left out: there always is some
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
