import { Link } from "@tanstack/react-router";
import type { UnitRow } from "../../../../../contract/inventory/places.ts";
import reportClasses from "../../../../app/report/report.module.css";
import type { TableColumn } from "../../../../components/table/column.ts";
import { countColumn } from "../../list/count-column.ts";
import { editColumn } from "../../list/edit-column.tsx";
import type { InventoryView } from "../view/use-inventory.ts";

/** The columns of a property's units. */
export function unitColumns(view: InventoryView): readonly TableColumn<UnitRow>[] {
  return [
    {
      id: "building_name",
      header: "Building",
      card: "under",
      cell: (row) => row.building_name,
      text: (row) => row.building_name,
    },
    {
      id: "name",
      header: "Unit",
      card: "title",
      pinned: true,
      cell: (row) => <strong>{row.name}</strong>,
      text: (row) => row.name,
    },
    countColumn("bedrooms", "Bedrooms", { width: 120 }),
    {
      id: "meters",
      header: "Meters",
      width: 110,
      card: "none",
      cell: (row) => (
        <Link
          className={reportClasses.details}
          to="/admin/properties/$propertyId"
          params={{ propertyId: String(view.propertyId) }}
          search={{ tab: "meters", list: "points", unit_id: [row.id] }}
          aria-label={`Meters of unit ${row.name}`}
        >
          Meters
        </Link>
      ),
      text: () => "",
    },
    editColumn(
      (row) => `Edit unit ${row.name}`,
      (row) => view.open("unit", row.id),
    ),
  ];
}
