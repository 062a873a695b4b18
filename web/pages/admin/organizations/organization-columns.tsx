import { Link } from "@tanstack/react-router";
import type { OrganizationRow } from "../../../../contract/inventory/inventory.ts";
import reportClasses from "../../../app/report/report.module.css";
import type { TableColumn } from "../../../components/table/column.ts";
import { countColumn } from "../list/count-column.ts";
import { editColumn } from "../list/edit-column.tsx";
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
    countColumn("properties_count", "Properties", { width: 130, sortable: "properties_count" }),
    countColumn("units_count", "Units", { width: 130, sortable: "units_count" }),
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
    editColumn(
      (row) => `Edit ${row.name}`,
      (row) => view.open("organization", row.id),
      "action",
    ),
  ];
}
