import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense } from "react";
import { exportOf } from "../../../app/export.ts";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import headline from "../../../app/report/headline/headline.module.css";
import { holdsNothing } from "../../../app/report/headline/NothingRead.tsx";
import { leakTarget } from "../../../app/report/leak-target.ts";
import { noLeaksMessage } from "../../../app/report/no-leak.ts";
import report from "../../../app/report/report.module.css";
import { formatPeriod } from "../../../app/report/search/period-search.ts";
import { type GoOn, type ReportView, reportView } from "../../../app/report/search/report-view.ts";
import { ListTable } from "../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../app/report/table/TableFrame.tsx";
import { outsideUnitsNote } from "../../../app/report/text.ts";
import { formatGallonsUnit } from "../../../components/format.ts";
import { usePlaceFilters } from "../../property/leak-list/use-place-filters.tsx";
import { ReportActions } from "../../property/report-dialogs/ReportActions.tsx";
import { ReportDialogs } from "../../property/report-dialogs/ReportDialogs.tsx";
import { expenseColumns } from "./expense-columns.tsx";
import classes from "./finance.module.css";
import { expenseOrdering, expensesParams, financeQueries } from "./finance-queries.ts";
import { toTheCent } from "./finance-text.ts";
import { LeakCost } from "./LeakCost.tsx";
import { LeakKinds } from "./LeakKinds.tsx";
import { leaksAnchor } from "./leaks-link.ts";

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
      <title>{t`Finance · Dripline`}</title>
      <ReportFilters
        title={t`Finance`}
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

/** Each leak of the report's days with what it cost, dearest first, and what those of units add up to. */
function LeakExpenses({ view }: { view: ReportView }): ReactNode {
  const navigate = useNavigate();
  const leaks = useQuery(financeQueries(view.search).expenses);
  const costs = useQuery(financeQueries(view.search).leakTypeCosts);
  const overview = useQuery(financeQueries(view.search).overview);
  const dateRange = formatPeriod(view.period);
  // The sums are of all leaks: of a list of some of them they would be wrong.
  const ofAll = view.search.only_active === undefined && !costs.isPlaceholderData && !overview.isPlaceholderData;
  const sums = ofAll
    ? { leak_expense: costs.data?.total_cost ?? null, gallons_leaked: overview.data?.gallons_leaked ?? null }
    : undefined;
  return (
    <div id={leaksAnchor} className={classes.leaks}>
      <TableFrame title={t`Leak Overview`} subtitle={dateRange}>
        {(heading) => (
          <ListTable
            caption={t`Leaks and what they cost, ${dateRange}`}
            columns={expenseColumns(view, sums)}
            rowKey={(row) => `${row.property_id} ${row.meter_serial_number}`}
            list={leaks}
            state={view}
            what={t`The leaks`}
            layoutName="finance_leaks"
            empty={{
              sentence:
                overview.data && holdsNothing(overview.data)
                  ? t`Nothing was read in this period.`
                  : noLeaksMessage(view.search),
            }}
            ordering={view.search.ordering ?? expenseOrdering}
            onOpenRow={(row) => void navigate(leakTarget("property", row, view.period, view.search.only_active))}
            onExport={exportOf("GET /v1/reporting/portfolio-insights/finances/leak-overview/export", {
              query: expensesParams(view.search),
            })}
            heading={heading}
          />
        )}
      </TableFrame>
      {leaks.data !== undefined && leaks.data.count > 0 && (
        <p className={headline.note}>
          {sums === undefined
            ? t`Only active leaks are listed: the costs above are of all leaks.`
            : t`The leaks of units, on all pages, add up to ${toTheCent(sums.leak_expense)} and ${formatGallonsUnit(sums.gallons_leaked)} leaked; each row is rounded for itself.`}{" "}
          {sums !== undefined && outsideUnitsNote(leaks.data)}
        </p>
      )}
    </div>
  );
}
