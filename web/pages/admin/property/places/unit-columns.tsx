import { Link } from "@tanstack/react-router";
import type { UnitRow } from "../../../../../contract/places.ts";
import reportClasses from "../../../../app/report/report.module.css";
import { formatNumber } from "../../../../components/format.ts";
import type { TableColumn } from "../../../../components/table/column.ts";
import { RowAction } from "../RowAction.tsx";
import type { InventoryView } from "../use-inventory.ts";

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
    {
      id: "bedrooms",
      header: "Bedrooms",
      align: "right",
      width: 120,
      card: "main",
      cell: (row) => formatNumber(row.bedrooms),
      text: (row) => String(row.bedrooms),
    },
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
    {
      id: "edit",
      header: "Edit",
      width: 90,
      card: "none",
      cell: (row) => (
        <RowAction name={`Edit unit ${row.name}`} onClick={() => view.open("unit", row.id)}>
          Edit
        </RowAction>
      ),
      text: () => "",
    },
  ];
}
