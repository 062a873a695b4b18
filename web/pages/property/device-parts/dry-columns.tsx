import type { DryMeterRow } from "../../../../contract/inventory/devices.ts";
import { NOT_MEASURED } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { copyColumn, dateColumn, numberColumn, textColumn } from "../../../components/table/columns.tsx";

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
  textColumn("attached_to", "Attached To", { width: 110 }),
  copyColumn("meter_serial_number", "Device Serial Number", {
    sortable: "meter_serial_number",
    width: 170,
    card: "title",
    pinned: true,
  }),
  {
    id: "occupancy",
    header: "Occupancy",
    width: 110,
    hint: "Listed after 7 days without water in an occupied unit, after 14 where occupancy is not known",
    cell: (row) => occupancyName[row.occupancy],
    text: (row) => occupancyName[row.occupancy],
  },
  numberColumn("days_without_water", "Days without Water", {
    sortable: "days_without_water",
    width: 170,
    card: "detail",
    strong: true,
  }),
  dateColumn("last_used_date", "Last Day with Water", { width: 160, hint: "A dash: none is known" }),
];
