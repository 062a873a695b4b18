import { t } from "@lingui/core/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import { Answer } from "../../../app/report/headline/Answer.tsx";
import classes from "../../../app/report/report.module.css";
import { reportView } from "../../../app/report/search/report-view.ts";
import { LeakTabs } from "../leak-list/LeakTabs.tsx";
import { usePlaceFilters } from "../leak-list/use-place-filters.tsx";
import { ReportActions } from "../report-dialogs/ReportActions.tsx";
import { ReportDialogs } from "../report-dialogs/ReportDialogs.tsx";
import { UnitDetails } from "../unit-details/UnitDetails.tsx";

/** What leaked in earlier days, by property, building and unit; of a single unit all that is known. */
export function HistoryPage(): ReactNode {
  const navigate = useNavigate({ from: "/history" });
  const view = reportView(
    "history",
    useSearch({ from: "/signed-in/history" }),
    (search, replace) => void navigate({ search, replace, resetScroll: false }),
  );
  const { controls, active } = usePlaceFilters(view);
  return (
    <div className={classes.stack}>
      <title>{t`History · Dripline`}</title>
      <ReportFilters title={t`History`} view={view} active={active} actions={<ReportActions view={view} />}>
        {controls}
      </ReportFilters>
      <Answer view={view} from="history" />
      <UnitDetails view={view} />
      <LeakTabs view={view} from="history" />
      <ReportDialogs view={view} from="history" />
    </div>
  );
}
