import type { PropertyMeter } from "../../../../contract/reporting/leak-report.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { copyColumn, dateColumn, textColumn } from "../../../components/table/columns.tsx";

/** The columns of a property's meters. */
export const meterColumns: readonly TableColumn<PropertyMeter>[] = [
  textColumn("building_name", "Building", { card: "title" }),
  textColumn("unit_name", "Unit", { card: "title" }),
  textColumn("attached_to", "Attached To", { card: "main" }),
  copyColumn("meter_serial_number", "Device Serial Number", { card: "main", pinned: true }),
  textColumn("gateway_serial_number", "Gateway", {
    hint: "The gateway through which it reports. A dash: none is known",
  }),
  dateColumn("in_service_since", "In Service Since", { hint: "A dash: not known" }),
];
