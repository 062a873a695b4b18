import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { dollarsAxis } from "../../../components/chart/axes.ts";
import { ChartPanel } from "../../property/report-charts/ChartPanel.tsx";
import { financeQueries } from "./finance-queries.ts";
import { waterCostSeries } from "./finance-series.ts";

/** What all water cost by day, week or month, and what of it leaked. */
export default function CostsPanel({ view }: { view: ReportView }): ReactNode {
  return (
    <ChartPanel
      title={t`Costs`}
      figure={t`Dollars`}
      info={t`The water of all units at the price in force on each day. Other leaks are those of water heaters and of everything else but toilets.`}
      view={view}
      answer={useQuery(financeQueries(view.search).costs)}
      seriesOf={waterCostSeries}
      axis={dollarsAxis}
      dialog="leak-related-costs"
      height={240}
      byResolution
    />
  );
}
