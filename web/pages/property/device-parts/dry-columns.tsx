import type { DryMeterRow } from "../../../../contract/inventory/devices.ts";
import { CopyText } from "../../../components/CopyText.tsx";
import { formatDate, formatNumber, NOT_MEASURED } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";

const occupancyName = { occupied: "Occupied", unknown: "Not known" } as const;

function place(
  id: "property_name" | "building_name" | "unit_name",
  header: string,
  card: TableColumn<DryMeterRow>["card"],
): TableColumn<DryMeterRow> {
  return { id, header, sortable: id, card, cell: (row) => row[id] ?? NOT_MEASURED, text: (row) => row[id] ?? "" };
}

/** Columns of meters that report, but no water. */
export const dryColumns: TableColumn<DryMeterRow>[] = [
  place("property_name", "Property", "detail"),
  place("building_name", "Building", "main"),
  place("unit_name", "Unit", "main"),
  {
    id: "attached_to",
    header: "Attached To",
    width: 110,
    cell: (row) => row.attached_to ?? NOT_MEASURED,
    text: (row) => row.attached_to ?? "",
  },
  {
    id: "meter_serial_number",
    header: "Device Serial Number",
    sortable: "meter_serial_number",
    width: 170,
    card: "title",
    pinned: true,
    cell: (row) => <CopyText text={row.meter_serial_number} />,
    text: (row) => row.meter_serial_number,
  },
  {
    id: "occupancy",
    header: "Occupancy",
    width: 110,
    hint: "Listed after 7 days without water in an occupied unit, after 14 where occupancy is not known",
    cell: (row) => occupancyName[row.occupancy],
    text: (row) => occupancyName[row.occupancy],
  },
  {
    id: "days_without_water",
    header: "Days without Water",
    align: "right",
    sortable: "days_without_water",
    width: 170,
    card: "detail",
    cell: (row) => <strong>{formatNumber(row.days_without_water)}</strong>,
    text: (row) => String(row.days_without_water),
  },
  {
    id: "last_used_date",
    header: "Last Day with Water",
    width: 160,
    hint: "A dash: none is known",
    cell: (row) => formatDate(row.last_used_date),
    text: (row) => row.last_used_date ?? "",
  },
];
