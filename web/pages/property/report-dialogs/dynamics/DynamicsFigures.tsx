import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { overviewQuery } from "../../../../app/report/report-queries.ts";
import { formatPeriod } from "../../../../app/report/search/period-search.ts";
import type { ReportView } from "../../../../app/report/search/report-view.ts";
import { formatGallons, formatNumber } from "../../../../components/format.ts";
import type { PanelState } from "../../../../components/panel/Panel.tsx";
import { StatCard } from "../../../../components/panel/StatCard.tsx";
import classes from "../report-dialogs.module.css";

/** The headline figures of the report's days: what ran, what leaked of it, and how that compares. */
export function DynamicsFigures({ view }: { view: ReportView }): ReactNode {
  const overview = useQuery(overviewQuery(view.search));
  const { data } = overview;
  const state: PanelState = overview.isError
    ? { kind: "error", message: notLoaded("The figure", overview.error), onRetry: () => void overview.refetch() }
    : { kind: data === undefined ? "loading" : "ready" };
  const common = { state, refreshing: overview.isPlaceholderData, subtitle: formatPeriod(view.period) };
  return (
    <div className={classes.figures}>
      <StatCard
        {...common}
        title="Gallons"
        value={data ? formatGallons(data.gallons_consumed) : null}
        unit="gal"
        comparison={{ value: data?.gallons_consumed_comparison ?? null, unit: "%" }}
      />
      <StatCard
        {...common}
        title="Leak Gallons"
        value={data ? formatGallons(data.gallons_leaked) : null}
        unit="gal"
        comparison={{ value: data?.gallons_leaked_comparison ?? null, unit: "%" }}
      />
      <StatCard
        {...common}
        title="% of leaks"
        value={data?.leak_percentage == null ? null : formatNumber(data.leak_percentage, 1)}
        unit="%"
        comparison={{ value: data?.leak_percentage_comparison ?? null, unit: "pp" }}
      />
    </div>
  );
}
