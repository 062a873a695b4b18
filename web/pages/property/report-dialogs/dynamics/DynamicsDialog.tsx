import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { GallonsDynamics, LeakVolumePercentage } from "../../../../../contract/reporting/charts.ts";
import { read } from "../../../../app/query.ts";
import { both, failureOf, panelOf } from "../../../../app/query-state.ts";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { overviewQuery } from "../../../../app/report/report-queries.ts";
import { formatPeriod } from "../../../../app/report/search/period-search.ts";
import { comparesDays } from "../../../../app/report/search/report-search.ts";
import type { ReportSearch } from "../../../../app/report/search/report-search-fields.ts";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { useTableLayout } from "../../../../app/report/table/use-table-layout.ts";
import { gallonsAxis, percentAxis } from "../../../../components/chart/axes.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { formatGallons, formatNumber, plainGallons } from "../../../../components/format.ts";
import { StatCard } from "../../../../components/panel/StatCard.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { percentColumn } from "../../../../components/table/columns.tsx";
import { Gallons, gal } from "../../../../language/measure.ts";
import { bucketPoints, pointHeader } from "../../report-charts/chart-points.ts";
import { chartParams, chartSearch } from "../../report-charts/chart-query.ts";
import { gallonsSeries, shareSeries } from "../../report-charts/gallons-series.ts";
import { ChartAndTable } from "../frame/ChartAndTable.tsx";
import { changeColumn } from "../frame/change-column.tsx";
import { comparedPoints } from "../frame/change-fact.ts";
import { DialogHead } from "../frame/DialogHead.tsx";
import classes from "../report-dialogs.module.css";

/** What became of the water, by day, week or month, on the full screen. */
export default function DynamicsDialog({ view, opened, onClose }: ReportDialogProps): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title={t`${Gallons} & Leaks Dynamics`} size="full">
      <Dynamics view={view} />
    </Dialog>
  );
}

/** Gallons, leaks and their share, by day, week or month: in figures, as a chart and as a table. */
function Dynamics({ view }: { view: ReportView }): ReactNode {
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
        : { value: percentage, label: t`Goal ${formatNumber(percentage)}%`, axis: "second" as const },
    [percentage],
  );
  return (
    <div className={classes.stack}>
      <DialogHead view={view} />
      <DynamicsFigures view={view} />
      <ChartAndTable
        view={view}
        name={t`${Gallons} & Leaks Dynamics`}
        figure={Gallons}
        info={t`The water of all units. Other leaks are those of water heaters and of everything else but toilets.`}
        answered={ran}
        chart={{ points, series, axis: gallonsAxis, secondAxis: percentAxis, goal }}
        columns={dynamicsColumns(pointHeader(ran?.resolution), isCompared)}
        rows={ran && leaked && dynamicsRows(ran.points, leaked.points, named ?? [])}
        layout={layout}
        refreshing={gallons.isPlaceholderData || shares.isPlaceholderData}
        error={failureOf(both(gallons, shares), t`Water and leaks`)}
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

/** The headline figures of the report's days: what ran, what leaked of it, and how that compares. */
function DynamicsFigures({ view }: { view: ReportView }): ReactNode {
  const overview = useQuery(overviewQuery(view.search));
  const { data } = overview;
  const state = panelOf(overview, t`The figure`);
  const common = { state, refreshing: overview.isPlaceholderData, subtitle: formatPeriod(view.period) };
  return (
    <div className={classes.figures}>
      <StatCard
        {...common}
        title={Gallons}
        value={data ? formatGallons(data.gallons_consumed) : null}
        unit={gal}
        comparison={{ value: data?.gallons_consumed_comparison ?? null, unit: "%" }}
      />
      <StatCard
        {...common}
        title={t`Leak ${Gallons}`}
        value={data ? formatGallons(data.gallons_leaked) : null}
        unit={gal}
        comparison={{ value: data?.gallons_leaked_comparison ?? null, unit: "%" }}
      />
      <StatCard
        {...common}
        title={t`% of leaks`}
        value={data?.leak_percentage == null ? null : formatNumber(data.leak_percentage, 1)}
        unit="%"
        comparison={{ value: data?.leak_percentage_comparison ?? null, unit: "pp" }}
      />
    </div>
  );
}

type Point = GallonsDynamics["points"][number];

/** A day, week or month with its gallons and the share that leaked. */
interface DynamicsRow extends Point {
  /** In full: "Sat, Nov 21, 2026". */
  name: string;
  percent_of_leaks: number | null;
}

/** Joins the two charts' points by their first days; a share that has not come yet is not measured. */
function dynamicsRows(
  gallons: readonly Point[],
  shares: LeakVolumePercentage["points"],
  names: readonly { full: string }[],
): DynamicsRow[] {
  const shareOf = new Map(shares.map(({ start_date, percent_of_leaks }) => [start_date, percent_of_leaks]));
  return gallons.map((point, index) => ({
    ...point,
    name: names[index]?.full ?? point.label,
    percent_of_leaks: shareOf.get(point.start_date) ?? null,
  }));
}

/** The columns; those of the period before only where it is compared with. @param header what a row stands for: "Date" */
function dynamicsColumns(header: string, isCompared: boolean): TableColumn<DynamicsRow>[] {
  const gallons = (
    id: "total_consumed" | "normal_consumption" | "toilet_leaks" | "other_leaks" | "previous_period_consumed",
    name: string,
    card?: "main",
  ): TableColumn<DynamicsRow> => ({
    id,
    header: name,
    unit: gal,
    align: "right",
    card,
    cell: (row) => formatGallons(row[id]),
    text: (row) => plainGallons(row[id]),
  });
  return [
    { id: "label", header, card: "title", pinned: true, cell: ({ name }) => name, text: ({ name }) => name },
    gallons("total_consumed", Gallons, "main"),
    gallons("normal_consumption", t`Normal consumption`),
    gallons("toilet_leaks", t`Toilet leaks`),
    gallons("other_leaks", t`Other leaks`),
    percentColumn("percent_of_leaks", t`% of leaks`, { card: "main", textUnit: "%" }),
    ...(isCompared ? [gallons("previous_period_consumed", t`Previous period`), changeColumn<DynamicsRow>()] : []),
  ];
}
