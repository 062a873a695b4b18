import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { FinanceCosts } from "../../../../../contract/costs/finances.ts";
import { failureOf, panelOf } from "../../../../app/query-state.ts";
import type { ReportDialogProps } from "../../../../app/report/report-dialog.ts";
import { formatPeriod } from "../../../../app/report/search/period-search.ts";
import { comparesDays } from "../../../../app/report/search/report-search.ts";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { useTableLayout } from "../../../../app/report/table/use-table-layout.ts";
import { cost } from "../../../../app/report/text.ts";
import { dollarsAxis } from "../../../../components/chart/axes.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { formatDollars, formatPercent, money, plain } from "../../../../components/format.ts";
import { StatCard } from "../../../../components/panel/StatCard.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { bucketPoints, pointHeader } from "../../report-charts/chart-points.ts";
import { chartSearch } from "../../report-charts/chart-query.ts";
import { ChartAndTable } from "../frame/ChartAndTable.tsx";
import { changeColumn } from "../frame/change-column.tsx";
import { comparedPoints } from "../frame/change-fact.ts";
import { DialogHead } from "../frame/DialogHead.tsx";
import classes from "../report-dialogs.module.css";
import { costsQuery, leakTypeCostsQuery } from "./costs-query.ts";
import { costsSeries } from "./costs-series.ts";

/** What leaks cost, by day, week or month, on the full screen. */
export default function CostsDialog({ view, opened, onClose }: ReportDialogProps): ReactNode {
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Leak-Related Costs`} size="full">
      <Costs view={view} />
    </Dialog>
  );
}

/** What leaks cost, by day, week or month: in figures, as a chart and as a table. */
function Costs({ view }: { view: ReportView }): ReactNode {
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
        name={t`Leak-Related Costs`}
        figure={t`Dollars`}
        info={t`What leaked, at the price in force on each day. Other leaks are those of water heaters and of everything else but toilets.`}
        answered={data}
        chart={{ points, series, axis: dollarsAxis }}
        columns={costColumns(pointHeader(data?.resolution), isCompared, data)}
        rows={data && costRows(data.points, named ?? [])}
        layout={layout}
        refreshing={costs.isPlaceholderData}
        error={failureOf(costs, t`The costs`)}
      />
    </div>
  );
}

/** What leaks cost over the report's days, by toilets and all else, and how that compares. */
function CostFigures({ view }: { view: ReportView }): ReactNode {
  const costs = useQuery(leakTypeCostsQuery(view.search));
  const { data } = costs;
  const state = panelOf(costs, t`The figure`);
  const common = { state, refreshing: costs.isPlaceholderData };
  const share = (percent: number | null | undefined) =>
    percent == null ? formatPeriod(view.period) : t`${formatPercent(percent)} of it`;
  const dollars = (value: number | null | undefined) => (value == null ? null : cost(value));
  return (
    <div className={classes.figures}>
      <StatCard
        {...common}
        title={t`Leak-related cost`}
        subtitle={formatPeriod(view.period)}
        info={t`What leaked, at the price in force on each day.`}
        value={dollars(data?.total_cost)}
        comparison={{ value: data?.percentage_difference ?? null, unit: "%" }}
      />
      <StatCard
        {...common}
        title={t`Toilet leaks`}
        subtitle={share(data?.toilet_leak_percentage)}
        value={dollars(data?.toilet_leak_cost)}
        comparison={{ value: data?.toilet_leak_percentage_difference ?? null, unit: "%" }}
      />
      <StatCard
        {...common}
        title={t`Other leaks`}
        subtitle={share(data?.other_leak_percentage)}
        info={t`Water heaters and everything else but toilets.`}
        value={dollars(data?.other_leak_cost)}
        comparison={{ value: data?.other_leak_percentage_difference ?? null, unit: "%" }}
      />
    </div>
  );
}

/** What a day, week or month cost. */
interface CostRow extends Omit<FinanceCosts["points"][number], "label"> {
  /** In full: "Sat, Nov 21, 2026". */
  name: string;
}

/** The points under their names in full. */
function costRows(points: FinanceCosts["points"], names: readonly { full: string }[]): CostRow[] {
  return points.map((point, index) => ({ ...point, name: names[index]?.full ?? point.label }));
}

type Cost = "toilet_leaks_cost" | "other_leaks_cost" | "leak_related_cost" | "previous_period_cost" | "total_cost";

/**
 * The columns; those of the period before only where it is compared with.
 * @param header what a row stands for: "Date"
 * @param costs the totals of the whole chart, undefined until they are known
 */
function costColumns(header: string, isCompared: boolean, costs: FinanceCosts | undefined) {
  const dollars = (id: Cost, name: string, more: Partial<TableColumn<CostRow>> = {}): TableColumn<CostRow> => ({
    id,
    header: name,
    align: "right",
    cell: (row) => formatDollars(row[id], 2),
    text: (row) => plain(row[id]),
    textUnit: money,
    ...more,
  });
  const total = (value: number | null | undefined) => (value == null ? undefined : formatDollars(value, 2));
  const columns: TableColumn<CostRow>[] = [
    {
      id: "label",
      header,
      card: "title",
      pinned: true,
      cell: ({ name }) => name,
      text: ({ name }) => name,
      total: t`Total`,
    },
    dollars("toilet_leaks_cost", t`Toilet leaks`),
    dollars("other_leaks_cost", t`Other leaks`, { hint: t`Water heaters and everything else but toilets` }),
    dollars("leak_related_cost", t`Leak-related cost`, { card: "main", total: total(costs?.leak_related_cost) }),
    dollars("total_cost", t`All water`, {
      card: "main",
      hint: t`What all the water cost, leaks included`,
      total: total(costs?.total_cost),
    }),
  ];
  if (!isCompared) return columns;
  const before = dollars("previous_period_cost", t`Previous period`, { total: total(costs?.previous_period_cost) });
  return [...columns, before, changeColumn<CostRow>()];
}
