import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ReportView } from "../../../app/report/search/report-view.ts";
import { gallonsAxis } from "../../../components/chart/axes.ts";
import { Gallons } from "../../../language/measure.ts";
import { ChartPanel } from "./ChartPanel.tsx";
import { gallonsDynamicsQuery } from "./chart-query.ts";
import { gallonsSeries } from "./gallons-series.ts";

/** What became of the water over the report's days: normal consumption, toilet leaks and other leaks. */
export function GallonsDynamicsPanel({ view }: { view: ReportView }): ReactNode {
  return (
    <ChartPanel
      title={t`${Gallons} & Leaks Dynamics`}
      figure={Gallons}
      info={t`The water of all units. Other leaks are those of water heaters and of everything else but toilets.`}
      view={view}
      answer={useQuery(gallonsDynamicsQuery(view.search))}
      seriesOf={gallonsSeries}
      axis={gallonsAxis}
    />
  );
}
