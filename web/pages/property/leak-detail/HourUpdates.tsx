import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { LeakDetailOverview } from "../../../../contract/leak-details.ts";
import { notLoaded } from "../../../app/api-error.ts";
import { TableFrame } from "../../../app/report/TableFrame.tsx";
import { useLastPage } from "../../../app/report/use-last-page.ts";
import { Chart } from "../../../components/chart/Chart.tsx";
import { Panel } from "../../../components/panel/Panel.tsx";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { detailOrdering, hourPointsQuery, hourRowsQuery } from "./detail-queries.ts";
import type { DetailView } from "./detail-view.ts";
import { hourColumns, isLeaking } from "./hour-columns.tsx";
import { gallonsAxis, hourAxis, leakSeries } from "./leak-chart.ts";
import classes from "./leak-detail.module.css";
import { useTableLayout } from "./use-table-layout.ts";

const title = "Leak Gallons vs Gallons (Per Hour)";

/** The meter's hours as a chart and as a table. */
export function HourUpdates({ view, overview }: { view: DetailView; overview?: LeakDetailOverview }): ReactNode {
  const points = useQuery(hourPointsQuery(view));
  const rows = useQuery(hourRowsQuery(view));
  const isMoving = useLastPage(rows.error, (page) => view.setPage(page, true));
  const [layout, setLayout] = useTableLayout("leak-hour");
  const type = overview?.leak_type ?? null;
  const axis = useMemo(() => points.data && hourAxis(points.data), [points.data]);
  const series = useMemo(() => leakSeries(points.data ?? [], type, "line"), [points.data, type]);
  return (
    <div id="updates" role="tabpanel" aria-labelledby="tab-hour" className={classes.stack}>
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
          <DataTable
            caption={`Leak Updates of meter ${view.meter} per hour`}
            columns={hourColumns}
            rows={rows.data?.results}
            rowKey={(row) => row.starts_at}
            refreshing={rows.isPlaceholderData}
            error={
              rows.isError && !isMoving
                ? { message: notLoaded("The hours", rows.error), onRetry: () => void rows.refetch() }
                : undefined
            }
            empty={{ sentence: "No hour of this meter was read in this period." }}
            ordering={view.ordering ?? detailOrdering}
            onOrderingChange={view.setOrdering}
            paging={{ page: view.page, pageSize: 10, count: rows.data?.count ?? 0, onPageChange: view.setPage }}
            highlight={(row) => (isLeaking(row.leak_details) ? row.leak_details : undefined)}
            layout={layout}
            onLayoutChange={setLayout}
            toolbar={heading}
            fileName={`leak ${view.meter} per hour`}
          />
        )}
      </TableFrame>
    </div>
  );
}
