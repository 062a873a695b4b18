import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Answer } from "../../../app/report/Answer.tsx";
import { ReportFilters } from "../../../app/report/ReportFilters.tsx";
import classes from "../../../app/report/report.module.css";
import { reportView } from "../../../app/report/report-view.ts";
import { LeakListTable } from "../leak-list/LeakListTable.tsx";
import { usePlaceFilters } from "../leak-list/use-place-filters.tsx";

/** What leaked in the days before, by property, building and unit. */
export function HistoryPage(): ReactNode {
  const navigate = useNavigate({ from: "/history" });
  const view = reportView(
    "history",
    useSearch({ from: "/signed-in/history" }),
    (search, replace) => void navigate({ search, replace }),
  );
  const { controls, active } = usePlaceFilters(view);
  return (
    <div className={classes.stack}>
      <title>History · Dripline</title>
      <ReportFilters title="History" view={view} active={active}>
        {controls}
      </ReportFilters>
      <Answer view={view} from="history" />
      <LeakListTable view={view} from="history" />
    </div>
  );
}
