import type { BuildingRow } from "../../../../../contract/places.ts";
import { formatNumber } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { RowAction } from "../RowAction.tsx";
import type { InventoryView } from "../use-inventory.ts";

/** The columns of a property's buildings. */
export function buildingColumns(view: InventoryView): readonly TableColumn<BuildingRow>[] {
  return [
    {
      id: "name",
      header: "Building",
      card: "title",
      pinned: true,
      cell: (row) => <strong>{row.name}</strong>,
      text: (row) => row.name,
    },
    {
      id: "units_count",
      header: "Units",
      align: "right",
      width: 120,
      card: "main",
      cell: (row) => formatNumber(row.units_count),
      text: (row) => String(row.units_count),
    },
    {
      id: "edit",
      header: "Edit",
      width: 90,
      card: "none",
      cell: (row) => (
        <RowAction name={`Edit building ${row.name}`} onClick={() => view.open("building", row.id)}>
          Edit
        </RowAction>
      ),
      text: () => "",
    },
  ];
}
