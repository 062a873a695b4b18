import type { MeterHourRow } from "../../../../contract/reporting/meter-volumes.ts";
import { formatHour } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { dateColumn, detailsColumn, figureColumns, leakedColumn, placeColumns } from "./meter-columns.tsx";

/** The columns of meters by the hour. */
export const meterHourColumns: readonly TableColumn<MeterHourRow>[] = [
  ...placeColumns,
  dateColumn,
  {
    id: "hour",
    header: "Hour",
    width: 70,
    card: "title",
    pinned: true,
    hint: "Local time of the property, at which the hour begins",
    cell: (row) => formatHour(Number(row.hour.slice(0, 2))),
    text: (row) => row.hour,
  },
  ...figureColumns,
  detailsColumn,
  leakedColumn<MeterHourRow>("gallons_leaked", "Leak Gallons", (row) => row.gallons_leaked),
];

/** The one that is a tick away in the picker. */
export const hiddenHourColumns = ["gallons_leaked"] as const;
