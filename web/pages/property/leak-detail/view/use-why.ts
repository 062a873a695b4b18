import { useQuery } from "@tanstack/react-query";
import type { LeakDetailOverview } from "../../../../../contract/reporting/leak-details.ts";
import type { CallAnswer } from "../../../../app/api.ts";
import type { QueryResult } from "../../../../app/query-state.ts";
import type { DetailView } from "./detail-view.ts";
import { whyQuery } from "./explanation-queries.ts";

export type Why = CallAnswer<"GET /v1/leaks/why">;

const isSame = (one: string, other: string) => Date.parse(one) === Date.parse(other);

/**
 * Explains the leak in the URL, else the newest of the period, else the meter's newest. The latter is requested before
 * the period's leaks are known, since it usually is the one.
 * @param isLoaded the request for the period's leaks has finished or failed
 */
export function useWhy(
  view: DetailView,
  overview: LeakDetailOverview | undefined,
  isLoaded: boolean,
): QueryResult<Why> {
  const { leak } = view;
  const inPeriod = overview?.leaks[0]?.started_at;
  const newest = useQuery({ ...whyQuery(view), enabled: leak === undefined });
  const isNewest =
    inPeriod === undefined || (newest.data !== undefined && isSame(newest.data.leak.started_at, inPeriod));
  const usesNewest = leak === undefined && (isNewest || newest.isPending);
  const named = useQuery({ ...whyQuery(view, leak ?? inPeriod), enabled: !usesNewest && isLoaded });
  const shown = usesNewest ? newest : named;
  return { ...shown, data: isLoaded ? shown.data : undefined };
}
