import { Link } from "@tanstack/react-router";
import type { OrganizationRow } from "../../../../contract/inventory.ts";
import reportClasses from "../../../app/report/report.module.css";
import { formatNumber } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { RowAction } from "../property/RowAction.tsx";
import { DefaultBadge } from "./DefaultBadge.tsx";
import classes from "./organizations.module.css";
import type { OrganizationsView } from "./use-organizations.ts";

/** The columns of the organizations. */
export function organizationColumns(view: OrganizationsView): readonly TableColumn<OrganizationRow>[] {
  return [
    {
      id: "name",
      header: "Organization Name",
      sortable: "name",
      card: "title",
      pinned: true,
      cell: (row) => (
        <span className={classes.name}>
          <strong>{row.name}</strong>
          {row.is_default && <DefaultBadge />}
        </span>
      ),
      text: (row) => row.name,
    },
    {
      id: "properties_count",
      header: "Properties",
      align: "right",
      width: 130,
      sortable: "properties_count",
      card: "main",
      cell: (row) => formatNumber(row.properties_count),
      text: (row) => String(row.properties_count),
    },
    {
      id: "units_count",
      header: "Units",
      align: "right",
      width: 130,
      sortable: "units_count",
      card: "main",
      cell: (row) => formatNumber(row.units_count),
      text: (row) => String(row.units_count),
    },
    {
      id: "view",
      header: "View Properties",
      width: 150,
      card: "action",
      cell: (row) => (
        <Link
          className={reportClasses.details}
          to="/admin/properties"
          search={{ organization_id: [row.id] }}
          aria-label={`View Properties of ${row.name}`}
        >
          View Properties
        </Link>
      ),
      text: () => "",
    },
    {
      id: "edit",
      header: "Edit",
      width: 90,
      card: "action",
      cell: (row) => (
        <RowAction name={`Edit ${row.name}`} onClick={() => view.open("organization", row.id)}>
          Edit
        </RowAction>
      ),
      text: () => "",
    },
  ];
}
