import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import { useMe } from "../../use-me.ts";
import { overviewQuery } from "../report-queries.ts";
import type { ReportView } from "../search/report-view.ts";
import { type Filling, nothingRead } from "./NothingRead.tsx";

/** The headline figures of a report, and what would fill it where its days hold nothing. */
export function useHeadline(view: ReportView): { overview: UseQueryResult<Overview>; filling: Filling | null } {
  const overview = useQuery(overviewQuery(view.search));
  return { overview, filling: nothingRead(overview.data, useMe(), view.setPeriod) };
}
