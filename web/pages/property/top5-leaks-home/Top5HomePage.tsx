import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { holdsNothing } from "../../../app/report/headline/NothingRead.tsx";
import { noLeaksMessage } from "../../../app/report/no-leak.ts";
import report from "../../../app/report/report.module.css";
import { overviewQuery } from "../../../app/report/report-queries.ts";
import { reportView } from "../../../app/report/search/report-view.ts";
import { usePlaceFilters } from "../leak-list/use-place-filters.tsx";
import { ReportActions } from "../report-dialogs/ReportActions.tsx";
import { ReportDialogs } from "../report-dialogs/ReportDialogs.tsx";
import { Charts } from "./Charts.tsx";
import { DataComplete } from "./DataComplete.tsx";
import classes from "./home.module.css";
import { PropertyLeaks } from "./PropertyLeaks.tsx";
import { Repairs } from "./Repairs.tsx";
import { UnitsTable } from "./UnitsTable.tsx";
import { WaterLost } from "./WaterLost.tsx";
import { WorkList } from "./WorkList.tsx";

/** The manager's morning: where to go first, what it costs, whether the data is complete, and whether repairs held. */
export function Top5HomePage(): ReactNode {
  const navigate = useNavigate({ from: "/top5-leaks-home" });
  const view = reportView(
    "top5-home",
    useSearch({ from: "/signed-in/top5-leaks-home" }),
    (search, replace) => void navigate({ search, replace, resetScroll: false }),
  );
  const { controls, active } = usePlaceFilters(view);
  const overview = useQuery(overviewQuery(view.search));
  const isEmpty = overview.data !== undefined && holdsNothing(overview.data);
  const empty = isEmpty ? "Nothing was read in this period." : noLeaksMessage(view.search);
  return (
    <div className={report.stack}>
      <title>Top 5 Leaks Home · Dripline</title>
      <ReportFilters title="Top 5 Leaks Home" view={view} active={active} actions={<ReportActions view={view} />}>
        {controls}
      </ReportFilters>
      <div className={classes.top}>
        <div className={classes.work}>
          <WorkList view={view} empty={isEmpty ? empty : undefined} />
        </div>
        <div>
          <WaterLost view={view} />
        </div>
        <div>
          <DataComplete view={view} />
        </div>
      </div>
      <div className={classes.repairs}>
        <Repairs view={view} />
      </div>
      <Charts view={view} />
      <PropertyLeaks view={view} empty={empty} />
      <UnitsTable view={view} empty={empty} />
      <ReportDialogs view={view} from="top5" />
    </div>
  );
}
