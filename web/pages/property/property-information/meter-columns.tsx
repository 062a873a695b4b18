import type { PropertyMeter } from "../../../../contract/reporting/leak-report.ts";
import { CopyText } from "../../../components/CopyText.tsx";
import { formatDate, NOT_MEASURED } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";

/** The columns of a property's meters. */
export const meterColumns: readonly TableColumn<PropertyMeter>[] = [
  {
    id: "building_name",
    header: "Building",
    card: "title",
    cell: (row) => row.building_name,
    text: (row) => row.building_name,
  },
  {
    id: "unit_name",
    header: "Unit",
    card: "title",
    cell: (row) => row.unit_name ?? NOT_MEASURED,
    text: (row) => row.unit_name ?? "",
  },
  {
    id: "attached_to",
    header: "Attached To",
    card: "main",
    cell: (row) => row.attached_to,
    text: (row) => row.attached_to,
  },
  {
    id: "meter_serial_number",
    header: "Device Serial Number",
    card: "main",
    pinned: true,
    cell: (row) => <CopyText text={row.meter_serial_number} />,
    text: (row) => row.meter_serial_number,
  },
  {
    id: "gateway_serial_number",
    header: "Gateway",
    hint: "The gateway through which it reports. A dash: none is known",
    cell: (row) => row.gateway_serial_number ?? NOT_MEASURED,
    text: (row) => row.gateway_serial_number ?? "",
  },
  {
    id: "in_service_since",
    header: "In Service Since",
    hint: "A dash: not known",
    cell: (row) => formatDate(row.in_service_since),
    text: (row) => row.in_service_since ?? "",
  },
];
