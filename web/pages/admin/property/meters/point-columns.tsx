import type { PointRow } from "../../../../../contract/inventory/places.ts";
import { CopyText } from "../../../../components/CopyText.tsx";
import type { TableColumn } from "../../../../components/table/column.ts";
import { editColumn } from "../../list/edit-column.tsx";
import { RowAction } from "../../list/RowAction.tsx";
import type { InventoryView } from "../view/use-inventory.ts";
import { pointKindLabel } from "./point-text.ts";

/** The columns of a property's points. */
export function pointColumns(view: InventoryView): readonly TableColumn<PointRow>[] {
  return [
    {
      id: "building_name",
      header: "Building",
      card: "under",
      cell: (row) => row.building_name,
      text: (row) => row.building_name,
    },
    {
      id: "unit_name",
      header: "Unit",
      card: "title",
      cell: (row) => (row.unit_name === null ? "Whole building" : <strong>{row.unit_name}</strong>),
      text: (row) => row.unit_name ?? "",
    },
    {
      id: "attached_to",
      header: "Attached To",
      card: "main",
      pinned: true,
      cell: pointKindLabel,
      text: pointKindLabel,
    },
    {
      id: "meter_serial_number",
      header: "Meter",
      card: "main",
      cell: (row) =>
        row.meter_serial_number === null ? (
          <RowAction name={`Add a meter at ${pointKindLabel(row)}`} onClick={() => view.open("add-meter", row.id)}>
            Add a meter
          </RowAction>
        ) : (
          <CopyText text={row.meter_serial_number} />
        ),
      text: (row) => row.meter_serial_number ?? "",
    },
    editColumn(
      (row) => `Edit point ${pointKindLabel(row)} of ${row.unit_name ?? row.building_name}`,
      (row) => view.open("point", row.id),
    ),
  ];
}
