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
import { dayPointsQuery, dayRowsExport, dayRowsQuery, detailOrdering } from "../view/detail-queries.ts";
import type { DetailView } from "../view/detail-view.ts";
import { dayAxis, gallonsAxis, leakSeries } from "../view/leak-chart.ts";
import { dayColumns } from "./day-columns.tsx";

const title = "Leak Gallons vs Gallons (Per Day)";

/** The meter's days as a chart and as a table. */
export function DayUpdates({ view, overview }: { view: DetailView; overview?: LeakDetailOverview }): ReactNode {
  const points = useQuery(dayPointsQuery(view));
  const rows = useQuery(dayRowsQuery(view));
  const type = overview?.leak_type ?? null;
  const axis = useMemo(() => points.data && dayAxis(points.data), [points.data]);
  const series = useMemo(() => leakSeries(points.data ?? [], type, "bar"), [points.data, type]);
  return (
    <div id="updates" role="tabpanel" aria-labelledby={tabId("updates", "day")} className={classes.stack}>
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
          <ListTable
            caption={`Leak Updates of meter ${view.meter} per day`}
            columns={dayColumns}
            rowKey={(row) => row.date}
            list={rows}
            state={{ ...view, pageSize: 10 }}
            what="The days"
            layoutName="leak_day"
            empty={{ sentence: "No day of this meter was read in this period." }}
            ordering={view.ordering ?? detailOrdering}
            highlight={(row) => (row.leak_gallons > 0 ? "Leak" : undefined)}
            heading={heading}
            onExport={dayRowsExport(view)}
          />
        )}
      </TableFrame>
    </div>
  );
}
