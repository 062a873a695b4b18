import { t } from "@lingui/core/macro";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { Overview } from "../../../../contract/reporting/reporting.ts";
import type { PanelState } from "../../../components/panel/Panel.tsx";
import { panelOf } from "../../query-state.ts";
import { useMe } from "../../use-me.ts";
import { overviewQuery } from "../report-queries.ts";
import type { ReportView } from "../search/report-view.ts";
import { type Filling, nothingRead } from "./NothingRead.tsx";

/** The headline figures of a report and how their panel stands. */
interface HeadlinePanel {
  overview: UseQueryResult<Overview>;
  /** What would fill the report, where its days hold nothing. */
  filling: Filling | null;
  state: PanelState;
}

/** The headline figures of a report, with the message to show while there are none. */
export function useHeadline(view: ReportView): HeadlinePanel {
  const overview = useQuery(overviewQuery(view.search));
  const me = useMe();
  const filling = nothingRead(overview.data, me, view.setPeriod);
  return { overview, filling, state: panelOf(overview, t`The figures`, () => filling) };
}
