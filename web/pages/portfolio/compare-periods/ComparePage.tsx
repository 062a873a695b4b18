import { useNavigate, useSearch } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import classes from "../../../app/report/report.module.css";
import { reportView } from "../../../app/report/search/report-view.ts";
import { CompareDays } from "./CompareDays.tsx";
import type { CompareSearch } from "./compare-search.ts";
import { Movers } from "./Movers.tsx";
import { Outcome } from "./Outcome.tsx";
import { Overlay } from "./Overlay.tsx";
import { useComparison } from "./use-comparison.ts";

/** One period against another, for any figure. */
export function ComparePage(): ReactNode {
  const navigate = useNavigate({ from: "/compare-periods" });
  const search: CompareSearch = useSearch({ from: "/signed-in/compare-periods" });
  const go = (next: (latest: CompareSearch) => CompareSearch, replace?: boolean) =>
    void navigate({ search: next, replace, resetScroll: false });
  const change = (patch: CompareSearch) =>
    go((latest) => ({ ...latest, missing: undefined, unread: undefined, ...patch, page: undefined }));
  const view = reportView("compare-periods", search, go);
  const comparison = useComparison(search);
  const { now, before } = comparison.ranges;
  return (
    <div className={classes.stack}>
      <title>Compare Periods · Dripline</title>
      <ReportFilters
        title="Compare Periods"
        subtitle="Any figure of one period against another."
        view={view}
        placesTogether
        days={
          <CompareDays
            figure={search.figure ?? "leak_cost"}
            now={now}
            before={before}
            onFigure={(figure) => change({ figure })}
            onRanges={(a, b) =>
              change({
                period: "custom-date-range",
                ...a,
                before_start: b.start_date,
                before_end: b.end_date,
              })
            }
          />
        }
      />
      <Outcome view={view} comparison={comparison} />
      <Overlay search={search} comparison={comparison} />
      <Movers search={search} view={view} comparison={comparison} />
    </div>
  );
}
