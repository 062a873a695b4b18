import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { read } from "../../../../app/query.ts";
import { comparesDays } from "../../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../../app/report/search/report-search-fields.ts";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { useTableLayout } from "../../../../app/report/table/use-table-layout.ts";
import { formatNumber } from "../../../../components/format.ts";
import { bucketPoints, pointHeader } from "../../report-charts/chart-points.ts";
import { chartParams, chartSearch } from "../../report-charts/chart-query.ts";
import { gallonsAxis, gallonsSeries, percentAxis, shareSeries } from "../../report-charts/gallons-series.ts";
import { ChartAndTable } from "../frame/ChartAndTable.tsx";
import { comparedPoints } from "../frame/change-fact.ts";
import { DialogHead } from "../frame/DialogHead.tsx";
import classes from "../report-dialogs.module.css";
import { DynamicsFigures } from "./DynamicsFigures.tsx";
import { dynamicsColumns, dynamicsRows } from "./dynamics-columns.tsx";

/** Gallons, leaks and their share, by day, week or month: in figures, as a chart and as a table. */
export function Dynamics({ view }: { view: ReportView }): ReactNode {
  const gallons = useQuery(dynamicsQuery(view.search));
  const shares = useQuery(leakShareQuery(view.search));
  const layout = useTableLayout("gallons_leaks_dynamics");
  const isCompared = comparesDays(chartSearch(view.search));
  const [ran, leaked] = [gallons.data, shares.data];
  const named = useMemo(() => ran && bucketPoints(ran), [ran]);
  const points = useMemo(
    () => named && leaked && comparedPoints(named, ran?.points ?? [], isCompared),
    [named, ran, leaked, isCompared],
  );
  const series = useMemo(
    () => [
      ...gallonsSeries(ran?.points ?? [], isCompared),
      ...shareSeries(leaked?.points ?? [], false).map((one) => ({ ...one, axis: "second" as const })),
    ],
    [ran, leaked, isCompared],
  );
  const percentage = leaked?.goal_percentage;
  const goal = useMemo(
    () =>
      percentage === undefined
        ? undefined
        : { value: percentage, label: `Goal ${formatNumber(percentage)}%`, axis: "second" as const },
    [percentage],
  );
  const failed = [gallons, shares].find(({ isError }) => isError);
  return (
    <div className={classes.stack}>
      <DialogHead view={view} />
      <DynamicsFigures view={view} />
      <ChartAndTable
        view={view}
        name="Gallons & Leaks Dynamics"
        figure="Gallons"
        info="Gallons of all units. Other leaks are those of water heaters and of everything else but toilets."
        answered={ran}
        chart={{ points, series, axis: gallonsAxis, secondAxis: percentAxis, goal }}
        columns={dynamicsColumns(pointHeader(ran?.resolution), isCompared)}
        rows={ran && leaked && dynamicsRows(ran.points, leaked.points, named ?? [])}
        layout={layout}
        refreshing={gallons.isPlaceholderData || shares.isPlaceholderData}
        error={
          failed && {
            message: notLoaded("Gallons and leaks", failed.error),
            onRetry: () => void Promise.all([gallons, shares].map((one) => one.isError && one.refetch())),
          }
        }
      />
    </div>
  );
}

/** Gallons by day, week or month. */
function dynamicsQuery(search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/gallons-dynamics", { query: chartParams(search) });
}

/** Leak gallons per hundred gallons of the same points. */
function leakShareQuery(search: ReportSearch) {
  return read("GET /v1/reporting/leak-report/leak-volume-percentage", { query: chartParams(search) });
}
