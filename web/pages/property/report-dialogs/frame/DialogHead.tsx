import type { ReactNode } from "react";
import { useCompare } from "../../../../app/report/filters/use-compare.ts";
import { today } from "../../../../app/report/search/calendar.ts";
import { comparesDays } from "../../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { ComparisonSelect } from "../../../../components/period/ComparisonSelect.tsx";
import { PeriodTabs } from "../../../../components/period/PeriodTabs.tsx";
import classes from "../report-dialogs.module.css";

/** Days and comparison of the report, where a dialog hides those of the screen. */
export function DialogHead({ view }: { view: ReportView }): ReactNode {
  return (
    <div className={classes.head}>
      <PeriodTabs value={view.period} onChange={view.setPeriod} today={today()} />
      <ComparisonSelect period={view.period.period} value={comparesDays(view.search)} onChange={useCompare(view)} />
    </div>
  );
}
