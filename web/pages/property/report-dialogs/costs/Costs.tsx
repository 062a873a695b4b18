import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { comparesDays } from "../../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { useTableLayout } from "../../../../app/report/table/use-table-layout.ts";
import { bucketPoints, pointHeader } from "../../report-charts/chart-points.ts";
import { chartSearch } from "../../report-charts/chart-query.ts";
import { ChartAndTable } from "../frame/ChartAndTable.tsx";
import { comparedPoints } from "../frame/change-fact.ts";
import { DialogHead } from "../frame/DialogHead.tsx";
import classes from "../report-dialogs.module.css";
import { CostFigures } from "./CostFigures.tsx";
import { costColumns, costRows } from "./costs-columns.tsx";
import { costsQuery } from "./costs-query.ts";
import { costsSeries, dollarsAxis } from "./costs-series.ts";

/** What leaks cost, by day, week or month: in figures, as a chart and as a table. */
export function Costs({ view }: { view: ReportView }): ReactNode {
  const costs = useQuery(costsQuery(view.search));
  const layout = useTableLayout("leak_related_costs");
  const { data } = costs;
  const isCompared = comparesDays(chartSearch(view.search));
  const named = useMemo(() => data && bucketPoints(data), [data]);
  const points = useMemo(
    () => named && comparedPoints(named, data?.points ?? [], isCompared),
    [named, data, isCompared],
  );
  const series = useMemo(() => costsSeries(data?.points ?? [], isCompared), [data, isCompared]);
  return (
    <div className={classes.stack}>
      <DialogHead view={view} />
      <CostFigures view={view} />
      <ChartAndTable
        view={view}
        name="Leak-Related Costs"
        figure="Dollars"
        info="What leaked, at the price per gallon in force on each day. Other leaks are those of water heaters and of everything else but toilets."
        answered={data}
        chart={{ points, series, axis: dollarsAxis }}
        columns={costColumns(pointHeader(data?.resolution), isCompared, data)}
        rows={data && costRows(data.points, named ?? [])}
        layout={layout}
        refreshing={costs.isPlaceholderData}
        error={
          costs.isError
            ? { message: notLoaded("The costs", costs.error), onRetry: () => void costs.refetch() }
            : undefined
        }
      />
    </div>
  );
}
