import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { both, failureOf } from "../../../app/query-state.ts";
import { ReportFilters } from "../../../app/report/filters/ReportFilters.tsx";
import classes from "../../../app/report/report.module.css";
import { addDays, countDays } from "../../../app/report/search/calendar.ts";
import { reportView } from "../../../app/report/search/report-view.ts";
import { dollarsAxis, gallonsAxis } from "../../../components/chart/axes.ts";
import { Chart } from "../../../components/chart/Chart.tsx";
import type { ChartAxis, ChartPoint, ChartSeries } from "../../../components/chart/series.ts";
import { formatDate, formatNumber, formatPercent } from "../../../components/format.ts";
import { Panel } from "../../../components/panel/Panel.tsx";
import { CompareDays } from "./CompareDays.tsx";
import { rangeQueries } from "./compare-queries.ts";
import type { CompareSearch, Range } from "./compare-search.ts";
import type { CompareFigure } from "./figures.ts";
import { Movers } from "./Movers.tsx";
import { Outcome } from "./Outcome.tsx";
import { type Comparison, useComparison } from "./use-comparison.ts";

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
      <title>{t`Compare Periods · Dripline`}</title>
      <ReportFilters
        title={t`Compare Periods`}
        subtitle={t`Any figure of one period against another.`}
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

const axes: Readonly<Record<NonNullable<CompareFigure["daily"]>["unit"], ChartAxis>> = {
  dollars: dollarsAxis,
  gallons: gallonsAxis,
  percent: { unit: "%", format: (value) => formatPercent(value) },
};

/** Both periods laid over each other by their days. */
function Overlay({ search, comparison }: { search: CompareSearch; comparison: Comparison }): ReactNode {
  const { figure, ranges } = comparison;
  const now = useDays(search, ranges.now, figure);
  const before = useDays(search, ranges.before, figure);
  const days = both<unknown, unknown>(now, before);
  const { daily, name } = figure;
  const { points, series } = useMemo(
    () => laid(figure, ranges, now.data, before.data),
    [figure, ranges, now.data, before.data],
  );
  const percentage = figure.id === "leak_percentage" ? now.goal : undefined;
  const goal = useMemo(
    () => (percentage === undefined ? undefined : { value: percentage, label: t`Goal ${formatNumber(percentage)}%` }),
    [percentage],
  );
  return (
    <Panel title={t`${name} by day of the period`} info={t`Day 1 is the first day of each period.`}>
      {daily === null ? (
        <p>{t`${name} is a figure of a whole period: there is no line by day.`}</p>
      ) : (
        <Chart
          title={t`${name} by day of the period`}
          pointHeader={t`Day`}
          points={days.data && points}
          series={series}
          axis={axes[daily.unit]}
          goal={goal}
          refreshing={days.isPlaceholderData}
          error={failureOf(days, t`The days`)}
          fileName={`${name} compared`}
        />
      )}
    </Panel>
  );
}

type Days = readonly { start_date: string; value: number | null }[];

function useDays(search: CompareSearch, range: Range, { id }: CompareFigure) {
  const isCost = id === "leak_cost";
  const queries = rangeQueries(search, range);
  const costs = useQuery(queries.costDays);
  const leaks = useQuery(queries.leakDays);
  const values = useMemo((): Days | undefined => {
    if (isCost) {
      return costs.data?.points.map(({ start_date, leak_related_cost }) => ({ start_date, value: leak_related_cost }));
    }
    return leaks.data?.points.map((point) => ({
      start_date: point.start_date,
      value:
        id === "leak_percentage"
          ? point.percent_of_leaks
          : id === "gallons_leaked"
            ? point.gallons_leaked
            : point.total_consumed,
    }));
  }, [isCost, id, costs.data, leaks.data]);
  const result = isCost ? costs : leaks;
  return { ...result, data: values, goal: leaks.data?.goal_percentage };
}

/** Points of the longer period, labelled with the days of both; a day missing in one is a gap. */
function laid(figure: CompareFigure, ranges: Comparison["ranges"], now: Days = [], before: Days = []) {
  const lengths = [ranges.now, ranges.before].map(({ start_date, end_date }) => countDays(start_date, end_date));
  const days = Math.max(...lengths);
  const points: ChartPoint[] = Array.from({ length: days }, (_, index) => {
    const [a, b] = [ranges.now, ranges.before].map(({ start_date }, at) =>
      index < (lengths[at] ?? 0) ? formatDate(addDays(start_date, index)) : "–",
    );
    return { axis: t`Day ${index + 1}`, full: t`Day ${index + 1}: ${a} and ${b}` };
  });
  const valuesOf = (range: Range, found: Days) => {
    const byDay = new Map(found.map(({ start_date, value }) => [start_date, value]));
    return points.map((_, index) => byDay.get(addDays(range.start_date, index)) ?? null);
  };
  const color = figure.daily?.color ?? "normal_consumption";
  const series: ChartSeries[] = [
    { id: "now", name: t`Period A`, color, kind: "line", values: valuesOf(ranges.now, now) },
    {
      id: "before",
      name: t`Period B`,
      color: "previous_period",
      kind: "line",
      values: valuesOf(ranges.before, before),
    },
  ];
  return { points, series };
}
