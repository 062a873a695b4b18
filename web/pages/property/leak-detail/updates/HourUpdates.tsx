import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { LeakDetailOverview } from "../../../../../contract/reporting/leak-details.ts";
import { notLoaded } from "../../../../app/api-error.ts";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { Chart } from "../../../../components/chart/Chart.tsx";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { tabId } from "../../../../components/tabs/Tabs.tsx";
import classes from "../leak-detail.module.css";
import { detailOrdering, hourPointsQuery, hourRowsExport, hourRowsQuery } from "../view/detail-queries.ts";
import type { DetailView } from "../view/detail-view.ts";
import { gallonsAxis, hourAxis, leakSeries } from "../view/leak-chart.ts";
import { hourColumns, isLeaking } from "./hour-columns.tsx";

const title = "Leak Gallons vs Gallons (Per Hour)";

/** The meter's hours as a chart and as a table. */
export function HourUpdates({ view, overview }: { view: DetailView; overview?: LeakDetailOverview }): ReactNode {
  const points = useQuery(hourPointsQuery(view));
  const rows = useQuery(hourRowsQuery(view));
  const type = overview?.leak_type ?? null;
  const axis = useMemo(() => points.data && hourAxis(points.data), [points.data]);
  const series = useMemo(() => leakSeries(points.data ?? [], type, "line"), [points.data, type]);
  return (
    <div id="updates" role="tabpanel" aria-labelledby={tabId("updates", "hour")} className={classes.stack}>
      <Panel title={title}>
        <Chart
          title={title}
          pointHeader="Hour"
          points={axis}
          series={series}
          axis={gallonsAxis}
          refreshing={points.isPlaceholderData}
          error={
            points.isError
              ? { message: notLoaded("The chart", points.error), onRetry: () => void points.refetch() }
              : undefined
          }
          fileName={`leak ${view.meter} per hour`}
        />
      </Panel>
      <TableFrame title="Leak Updates" subtitle="Per hour">
        {(heading) => (
          <ListTable
            caption={`Leak Updates of meter ${view.meter} per hour`}
            columns={hourColumns}
            rowKey={(row) => row.starts_at}
            list={rows}
            state={{ ...view, pageSize: 10 }}
            what="The hours"
            layoutName="leak_hour"
            empty={{ sentence: "No hour of this meter was read in this period." }}
            ordering={view.ordering ?? detailOrdering}
            highlight={(row) => (isLeaking(row.leak_details) ? row.leak_details : undefined)}
            heading={heading}
            onExport={hourRowsExport(view)}
          />
        )}
      </TableFrame>
    </div>
  );
}
