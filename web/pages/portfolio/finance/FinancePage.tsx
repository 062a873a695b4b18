import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import report from "../../../app/report/report.module.css";
import { type GoOn, type ReportView, reportView } from "../../../app/report/search/report-view.ts";
import { usePlaceFilters } from "../../property/leak-list/use-place-filters.tsx";
import { ReportActions } from "../../property/report-dialogs/ReportActions.tsx";
import { ReportDialogs } from "../../property/report-dialogs/ReportDialogs.tsx";
import classes from "./finance.module.css";
import { LeakCost } from "./LeakCost.tsx";
import { LeakExpenses } from "./LeakExpenses.tsx";
import { LeakKinds } from "./LeakKinds.tsx";

const CostsPanel = lazy(() => import("./CostsPanel.tsx"));

/** What water and leaks cost, which kind and which leak costs most. */
export function FinancePage(): ReactNode {
  const navigate = useNavigate({ from: "/finance" });
  const search = useSearch({ from: "/signed-in/finance" });
  const go: GoOn = (next, replace) => void navigate({ search: next, replace, resetScroll: false });
  const view: ReportView = {
    ...reportView("finance", search, go),
    // The chart on the screen and the one in the dialog are by the same days, weeks or months.
    setDialog: (dialog) =>
      go((latest) => ({ ...latest, missing: undefined, unread: undefined, dialog }), dialog === undefined),
  };
  const { controls, active } = usePlaceFilters(view);
  return (
    <div className={report.stack}>
      <title>Finance · Dripline</title>
      <ReportFilters
        title="Finance"
        view={view}
        placesTogether
        active={active}
        actions={<ReportActions view={view} only={["leak-related-costs", "custom-cost"]} />}
      >
        {controls}
      </ReportFilters>
      <div className={classes.top}>
        <LeakCost view={view} />
        <LeakKinds view={view} />
      </div>
      <div className={classes.chart}>
        <Suspense fallback={null}>
          <CostsPanel view={view} />
        </Suspense>
      </div>
      <LeakExpenses view={view} />
      <ReportDialogs view={view} from="property" />
    </div>
  );
}
