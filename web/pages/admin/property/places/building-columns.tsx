import type { BuildingRow } from "../../../../../contract/inventory/places.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { countColumn } from "../../list/count-column.ts";
import { editColumn } from "../../list/edit-column.tsx";
import type { InventoryView } from "../view/use-inventory.ts";

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
    countColumn("units_count", "Units", { width: 120 }),
    editColumn(
      (row) => `Edit building ${row.name}`,
      (row) => view.open("building", row.id),
    ),
  ];
}
