import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { LeakDetailOverview, LeakHour } from "../../../../../contract/reporting/leak-details.ts";
import { failureOf } from "../../../../app/query-state.ts";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { fineGallonsAxis } from "../../../../components/chart/axes.ts";
import { Chart } from "../../../../components/chart/Chart.tsx";
import { formatHour } from "../../../../components/format.ts";
import { InfoTip } from "../../../../components/InfoTip.tsx";
import { leakDetailNames } from "../../../../components/labels.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { dateColumn, durationColumn, gallonsColumn, numberColumn } from "../../../../components/table/columns.tsx";
import { tabId } from "../../../../components/tabs/Tabs.tsx";
import { Gallons } from "../../../../language/measure.ts";
import classes from "../leak-detail.module.css";
import { detailOrdering, detailQueries, hourRowsExport } from "../view/detail-queries.ts";
import type { DetailView } from "../view/detail-view.ts";
import { hourAxis, leakSeries } from "../view/leak-chart.ts";

const title = t`Leak ${Gallons} vs ${Gallons} (Per Hour)`;

/** The meter's hours as a chart and as a table. */
export function HourUpdates({ view, overview }: { view: DetailView; overview?: LeakDetailOverview }): ReactNode {
  const points = useQuery(detailQueries(view).hourPoints);
  const rows = useQuery(detailQueries(view).hourRows);
  const type = overview?.leak_type ?? null;
  const axis = useMemo(() => points.data && hourAxis(points.data), [points.data]);
  const series = useMemo(() => leakSeries(points.data ?? [], type, "line"), [points.data, type]);
  return (
    <div id="updates" role="tabpanel" aria-labelledby={tabId("updates", "hour")} className={classes.stack}>
      <Panel title={title}>
        <Chart
          title={title}
          pointHeader={t`Hour`}
          points={axis}
          series={series}
          axis={fineGallonsAxis}
          refreshing={points.isPlaceholderData}
          error={failureOf(points, t`The chart`)}
          fileName={`leak ${view.meter} per hour`}
        />
      </Panel>
      <TableFrame title={t`Leak Updates`} subtitle={t`Per hour`}>
        {(heading) => (
          <ListTable
            caption={t`Leak Updates of meter ${view.meter} per hour`}
            columns={hourColumns}
            rowKey={(row) => row.starts_at}
            list={rows}
            state={{ ...view, pageSize: 10 }}
            what={t`The hours`}
            layoutName="leak_hour"
            empty={{ sentence: t`No hour of this meter was read in this period.` }}
            ordering={view.ordering ?? detailOrdering}
            highlight={(row) => (isLeaking(row.leak_details) ? leakDetailNames[row.leak_details] : undefined)}
            heading={heading}
            onExport={hourRowsExport(view)}
          />
        )}
      </TableFrame>
    </div>
  );
}

/** Why an hour may hold more than ran in it. */
const catchUp = t`Caused by delayed reporting rather than leak activity.`;

/** Whether an hour's status is a leak; a catch-up and missing readings are not. */
function isLeaking(details: LeakHour["leak_details"]): boolean {
  return details !== "No Leak" && details !== "Catch-Up" && details !== "No Data";
}

function Details({ row: { leak_details } }: { row: LeakHour }): ReactNode {
  const name = leakDetailNames[leak_details];
  if (leak_details !== "Catch-Up") return name;
  return (
    <>
      {name} <InfoTip label={catchUp} />
    </>
  );
}

/** The columns of the Hour table. */
const hourColumns: readonly TableColumn<LeakHour>[] = [
  dateColumn("date", t`Date`, { sortable: "date", width: 180, card: "title", pinned: true }),
  {
    id: "hour",
    header: t`Hour`,
    width: 90,
    card: "main",
    cell: (row) => formatHour(Number(row.hour.slice(0, 2))),
    text: (row) => row.hour,
  },
  gallonsColumn("gallons", Gallons, { sortable: "gallons", width: 120, card: "main", decimals: 1 }),
  durationColumn("flow_time", t`Flow Time`, { sortable: "flow_time", width: 120 }),
  numberColumn("event", t`Events`, { sortable: "event", width: 100 }),
  {
    id: "leak_details",
    header: t`Leak Details`,
    cell: (row) => <Details row={row} />,
    text: (row) => leakDetailNames[row.leak_details],
  },
];
