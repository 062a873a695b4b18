import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { LeakDay, LeakDetailOverview } from "../../../../../contract/reporting/leak-details.ts";
import { failureOf } from "../../../../app/query-state.ts";
import { ListTable } from "../../../../app/report/table/ListTable.tsx";
import { TableFrame } from "../../../../app/report/table/TableFrame.tsx";
import { LeakTypeBadge } from "../../../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../../../components/badges/leak-type.ts";
import { fineGallonsAxis } from "../../../../components/chart/axes.ts";
import { Chart } from "../../../../components/chart/Chart.tsx";
import { formatGallons, plainGallons } from "../../../../components/format.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { dateColumn, durationColumn, numberColumn } from "../../../../components/table/columns.tsx";
import { tabId } from "../../../../components/tabs/Tabs.tsx";
import { Gallons, gal } from "../../../../language/measure.ts";
import classes from "../leak-detail.module.css";
import { dayRowsExport, detailOrdering, detailQueries } from "../view/detail-queries.ts";
import type { DetailView } from "../view/detail-view.ts";
import { dayAxis, leakSeries } from "../view/leak-chart.ts";

const title = t`Leak ${Gallons} vs ${Gallons} (Per Day)`;

/** The meter's days as a chart and as a table. */
export function DayUpdates({ view, overview }: { view: DetailView; overview?: LeakDetailOverview }): ReactNode {
  const points = useQuery(detailQueries(view).dayPoints);
  const rows = useQuery(detailQueries(view).dayRows);
  const type = overview?.leak_type ?? null;
  const axis = useMemo(() => points.data && dayAxis(points.data), [points.data]);
  const series = useMemo(() => leakSeries(points.data ?? [], type, "bar"), [points.data, type]);
  return (
    <div id="updates" role="tabpanel" aria-labelledby={tabId("updates", "day")} className={classes.stack}>
      <Panel title={title}>
        <Chart
          title={title}
          pointHeader={t`Date`}
          points={axis}
          series={series}
          axis={fineGallonsAxis}
          refreshing={points.isPlaceholderData}
          error={failureOf(points, t`The chart`)}
          fileName={`leak ${view.meter} per day`}
        />
      </Panel>
      <TableFrame title={t`Leak Updates`} subtitle={t`Per day`}>
        {(heading) => (
          <ListTable
            caption={t`Leak Updates of meter ${view.meter} per day`}
            columns={dayColumns}
            rowKey={(row) => row.date}
            list={rows}
            state={{ ...view, pageSize: 10 }}
            what={t`The days`}
            layoutName="leak_day"
            empty={{ sentence: t`No day of this meter was read in this period.` }}
            ordering={view.ordering ?? detailOrdering}
            highlight={(row) => (row.leak_gallons > 0 ? t`Leak` : undefined)}
            heading={heading}
            onExport={dayRowsExport(view)}
          />
        )}
      </TableFrame>
    </div>
  );
}

type Volume = "total_leak_gallons" | "leak_gallons" | "gallons_consumed" | "twenty_two_gallons";

function volume(id: Volume, header: string, width: number, hint?: string): TableColumn<LeakDay> {
  return {
    id,
    header,
    unit: gal,
    align: "right",
    sortable: id,
    width,
    hint,
    card: id === "leak_gallons" || id === "gallons_consumed" ? "main" : "detail",
    cell: (row) => formatGallons(row[id], 1),
    text: (row) => plainGallons(row[id]),
  };
}

/** The columns of the Day table. */
const dayColumns: readonly TableColumn<LeakDay>[] = [
  {
    id: "leak_type",
    header: t`Leak Type`,
    width: 150,
    cell: (row) => (row.leak_type === null ? t`No Leak` : <LeakTypeBadge leakType={row.leak_type} />),
    text: (row) => (row.leak_type === null ? t`No Leak` : leakTypeLook(row.leak_type).name),
  },
  dateColumn("date", t`Date`, { sortable: "date", card: "title", pinned: true }),
  volume("total_leak_gallons", t`Total Leak ${Gallons}`, 160, t`Lost since the leak started, up to this day`),
  volume("leak_gallons", t`Leak ${Gallons}`, 130),
  volume("gallons_consumed", Gallons, 110),
  volume(
    "twenty_two_gallons",
    t`22h+ ${Gallons}`,
    130,
    t`What the day used where water ran in all but two of its hours, else 0`,
  ),
  durationColumn("flow_time", t`Flow Time`, { sortable: "flow_time", width: 120 }),
  numberColumn("event", t`Events`, { sortable: "event", width: 100 }),
];
