import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { percentAxis } from "../../../components/chart/axes.ts";
import { formatNumber } from "../../../components/format.ts";
import { ChartPanel } from "./ChartPanel.tsx";
import { leakVolumeQuery } from "./chart-query.ts";
import { shareSeries } from "./gallons-series.ts";

/** How much of the water leaked over the report's days, held against the goal. */
export function LeakVolumePanel({ view }: { view: ReportView }): ReactNode {
  const answer = useQuery(leakVolumeQuery(view.search));
  const percentage = answer.data?.goal_percentage;
  const goal = useMemo(
    () => (percentage === undefined ? undefined : { value: percentage, label: t`Goal ${formatNumber(percentage)}%` }),
    [percentage],
  );
  return (
    <ChartPanel
      title={t`Leak Volume %`}
      figure={t`Leaked share`}
      info={t`How much of the water that ran in the units leaked. The goal is to stay below the line.`}
      view={view}
      answer={answer}
      seriesOf={shareSeries}
      axis={percentAxis}
      goal={goal}
    />
  );
}
