import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { LeakDetailOverview } from "../../../../contract/leak-details.ts";
import { notLoaded } from "../../../app/api-error.ts";
import { TableFrame } from "../../../app/report/TableFrame.tsx";
import { useLastPage } from "../../../app/report/use-last-page.ts";
import { Chart } from "../../../components/chart/Chart.tsx";
import { Panel } from "../../../components/panel/Panel.tsx";
import { DataTable } from "../../../components/table/DataTable.tsx";
import { dayColumns } from "./day-columns.tsx";
import { dayPointsQuery, dayRowsQuery, detailOrdering } from "./detail-queries.ts";
import type { DetailView } from "./detail-view.ts";
import { dayAxis, gallonsAxis, leakSeries } from "./leak-chart.ts";
import classes from "./leak-detail.module.css";
import { useTableLayout } from "./use-table-layout.ts";

const title = "Leak Gallons vs Gallons (Per Day)";

/** The meter's days as a chart and as a table. */
export function DayUpdates({ view, overview }: { view: DetailView; overview?: LeakDetailOverview }): ReactNode {
  const points = useQuery(dayPointsQuery(view));
  const rows = useQuery(dayRowsQuery(view));
  const isMoving = useLastPage(rows.error, (page) => view.setPage(page, true));
  const [layout, setLayout] = useTableLayout("leak-day");
  const type = overview?.leak_type ?? null;
  const axis = useMemo(() => points.data && dayAxis(points.data), [points.data]);
  const series = useMemo(() => leakSeries(points.data ?? [], type, "bar"), [points.data, type]);
  return (
    <div id="updates" role="tabpanel" aria-labelledby="tab-day" className={classes.stack}>
      <Panel title={title}>
        <Chart
          title={title}
          pointHeader="Date"
          points={axis}
          series={series}
          axis={gallonsAxis}
          refreshing={points.isPlaceholderData}
          error={
            points.isError
              ? { message: notLoaded("The chart", points.error), onRetry: () => void points.refetch() }
              : undefined
          }
          fileName={`leak ${view.meter} per day`}
        />
      </Panel>
      <TableFrame title="Leak Updates" subtitle="Per day">
        {(heading) => (
          <DataTable
            caption={`Leak Updates of meter ${view.meter} per day`}
            columns={dayColumns}
            rows={rows.data?.results}
            rowKey={(row) => row.date}
            refreshing={rows.isPlaceholderData}
            error={
              rows.isError && !isMoving
                ? { message: notLoaded("The days", rows.error), onRetry: () => void rows.refetch() }
                : undefined
            }
            empty={{ sentence: "No day of this meter was read in this period." }}
            ordering={view.ordering ?? detailOrdering}
            onOrderingChange={view.setOrdering}
            paging={{ page: view.page, pageSize: 10, count: rows.data?.count ?? 0, onPageChange: view.setPage }}
            highlight={(row) => (row.leak_gallons > 0 ? "Leak" : undefined)}
            layout={layout}
            onLayoutChange={setLayout}
            toolbar={heading}
            fileName={`leak ${view.meter} per day`}
          />
        )}
      </TableFrame>
    </div>
  );
}
