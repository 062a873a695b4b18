import type { ReactNode } from "react";
import type { LeakHour } from "../../../../../contract/reporting/leak-details.ts";
import {
  formatDate,
  formatDuration,
  formatGallons,
  formatHour,
  formatNumber,
  plain,
} from "../../../../components/format.ts";
import { InfoTip } from "../../../../components/InfoTip.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";

/** Why an hour may hold more than ran in it. */
const catchUp = "Caused by delayed reporting rather than leak activity.";

/** Whether an hour's status is a leak; a catch-up and missing readings are not. */
export function isLeaking(details: LeakHour["leak_details"]): boolean {
  return details !== "No Leak" && details !== "Catch-Up" && details !== "No Data";
}

function Details({ row: { leak_details } }: { row: LeakHour }): ReactNode {
  if (leak_details !== "Catch-Up") return leak_details;
  return (
    <>
      {leak_details} <InfoTip label={catchUp} />
    </>
  );
}

/** The columns of the Hour table. */
export const hourColumns: readonly TableColumn<LeakHour>[] = [
  {
    id: "date",
    header: "Date",
    sortable: "date",
    width: 180,
    card: "title",
    pinned: true,
    cell: (row) => formatDate(row.date),
    text: (row) => row.date,
  },
  {
    id: "hour",
    header: "Hour",
    width: 90,
    card: "main",
    cell: (row) => formatHour(Number(row.hour.slice(0, 2))),
    text: (row) => row.hour,
  },
  {
    id: "gallons",
    header: "Gallons",
    unit: "gal",
    align: "right",
    sortable: "gallons",
    width: 120,
    card: "main",
    cell: (row) => formatGallons(row.gallons, 1),
    text: (row) => plain(row.gallons),
  },
  {
    id: "flow_time",
    header: "Flow Time",
    align: "right",
    sortable: "flow_time",
    width: 120,
    cell: (row) => formatDuration(row.flow_time),
    text: (row) => plain(row.flow_time),
    textUnit: "min",
  },
  {
    id: "event",
    header: "Events",
    align: "right",
    sortable: "event",
    width: 100,
    cell: (row) => formatNumber(row.event),
    text: (row) => plain(row.event),
  },
  {
    id: "leak_details",
    header: "Leak Details",
    cell: (row) => <Details row={row} />,
    text: (row) => row.leak_details,
  },
];
