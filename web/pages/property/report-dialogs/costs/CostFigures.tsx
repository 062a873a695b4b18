import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { formatPeriod } from "../../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { cost } from "../../../../app/report/text.ts";
import { formatPercent } from "../../../../components/format.ts";
import type { PanelState } from "../../../../components/panel/Panel.tsx";
import { StatCard } from "../../../../components/panel/StatCard.tsx";
import classes from "../report-dialogs.module.css";
import { leakTypeCostsQuery } from "./costs-query.ts";

/** What leaks cost over the report's days, by toilets and all else, and how that compares. */
export function CostFigures({ view }: { view: ReportView }): ReactNode {
  const costs = useQuery(leakTypeCostsQuery(view.search));
  const { data } = costs;
  const state: PanelState = costs.isError
    ? { kind: "error", message: notLoaded("The figure", costs.error), onRetry: () => void costs.refetch() }
    : { kind: data === undefined ? "loading" : "ready" };
  const common = { state, refreshing: costs.isPlaceholderData };
  const share = (percent: number | null | undefined) =>
    percent == null ? formatPeriod(view.period) : `${formatPercent(percent)} of it`;
  const dollars = (value: number | null | undefined) => (value == null ? null : cost(value));
  return (
    <div className={classes.figures}>
      <StatCard
        {...common}
        title="Leak-related cost"
        subtitle={formatPeriod(view.period)}
        info="What leaked, at the price per gallon in force on each day."
        value={dollars(data?.total_cost)}
        comparison={{ value: data?.percentage_difference ?? null, unit: "%" }}
      />
      <StatCard
        {...common}
        title="Toilet leaks"
        subtitle={share(data?.toilet_leak_percentage)}
        value={dollars(data?.toilet_leak_cost)}
        comparison={{ value: data?.toilet_leak_percentage_difference ?? null, unit: "%" }}
      />
      <StatCard
        {...common}
        title="Other leaks"
        subtitle={share(data?.other_leak_percentage)}
        info="Water heaters and everything else but toilets."
        value={dollars(data?.other_leak_cost)}
        comparison={{ value: data?.other_leak_percentage_difference ?? null, unit: "%" }}
      />
    </div>
  );
}
