import type { LeakDay } from "../../../../../contract/reporting/leak-details.ts";
import { LeakTypeBadge } from "../../../../components/badges/LeakTypeBadge.tsx";
import { leakTypeLook } from "../../../../components/badges/leak-type.ts";
import {
  formatDate,
  formatDuration,
  formatGallons,
  formatNumber,
  NOT_MEASURED,
  plain,
} from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";

type Volume = "total_leak_gallons" | "leak_gallons" | "gallons_consumed" | "twenty_two_gallons";

function volume(id: Volume, header: string, width: number, hint?: string): TableColumn<LeakDay> {
  return {
    id,
    header,
    unit: "gal",
    align: "right",
    sortable: id,
    width,
    hint,
    card: id === "leak_gallons" || id === "gallons_consumed" ? "main" : "detail",
    cell: (row) => formatGallons(row[id], 1),
    text: (row) => plain(row[id]),
  };
}

/** The columns of the Day table. */
export const dayColumns: readonly TableColumn<LeakDay>[] = [
  {
    id: "leak_type",
    header: "Leak Type",
    width: 150,
    cell: (row) => (row.leak_type === null ? "No Leak" : <LeakTypeBadge leakType={row.leak_type} />),
    text: (row) => (row.leak_type === null ? "No Leak" : leakTypeLook(row.leak_type).name),
  },
  {
    id: "date",
    header: "Date",
    sortable: "date",
    card: "title",
    pinned: true,
    cell: (row) => formatDate(row.date),
    text: (row) => row.date,
  },
  volume("total_leak_gallons", "Total Leak Gallons", 160, "Lost since the leak started, up to this day"),
  volume("leak_gallons", "Leak Gallons", 130),
  volume("gallons_consumed", "Gallons", 110),
  volume(
    "twenty_two_gallons",
    "22h+ Gallons",
    130,
    "The day's gallons where water ran in all but two of its hours, else 0",
  ),
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
    cell: (row) => (row.event === null ? NOT_MEASURED : formatNumber(row.event)),
    text: (row) => plain(row.event),
  },
];
