import type { PropertyRow } from "../../../../contract/inventory/inventory.ts";
import { NOT_MEASURED } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { nameColumn, numberColumn } from "../../../components/table/columns.tsx";
import { RowAction } from "../list/RowAction.tsx";
import { DefaultStar } from "../organizations/DefaultBadge.tsx";
import classes from "./properties.module.css";
import type { PropertiesView } from "./view/use-properties.ts";

/** The columns of the properties; archived ones are not moved, so they are not ticked. */
export function propertyColumns(view: PropertiesView): readonly TableColumn<PropertyRow>[] {
  const select: TableColumn<PropertyRow> = {
    id: "select",
    header: "Select",
    width: 64,
    card: "action",
    pinned: true,
    cell: (row) => (
      <label className={classes.tick}>
        <input
          type="checkbox"
          aria-label={`Select ${row.name}`}
          checked={view.selection.has(row)}
          onChange={() => view.selection.toggle(row)}
        />
        <span>Select</span>
      </label>
    ),
    text: () => "",
  };
  return [
    ...(view.shown === "archived" ? [] : [select]),
    nameColumn("name", "Property Name", { sortable: "name", card: "title", pinned: true }),
    {
      id: "address",
      header: "Address",
      sortable: "address",
      card: "under",
      cell: (row) => (row.address === "" ? NOT_MEASURED : row.address),
      text: (row) => row.address,
    },
    numberColumn("buildings_count", "Buildings", { width: 110, sortable: "buildings_count", card: "main" }),
    numberColumn("units_count", "Units", { width: 100, sortable: "units_count", card: "main" }),
    {
      id: "organization_name",
      header: "Organization",
      sortable: "organization_name",
      card: "under",
      cell: (row) =>
        row.organization_name === null ? (
          <span className={classes.none}>No organization</span>
        ) : (
          <span className={classes.organization}>
            <span>{row.organization_name}</span>
            {row.organization_is_default && <DefaultStar />}
          </span>
        ),
      text: (row) => row.organization_name ?? "",
    },
    {
      id: "edit",
      header: view.shown === "archived" ? "Restore, Edit" : "Edit",
      width: view.shown === "archived" ? 150 : 90,
      card: "action",
      cell: (row) => (
        <span className={classes.actions}>
          {row.archived_at !== null && (
            <RowAction name={`Restore ${row.name}`} onClick={() => view.open("restore", row.id)}>
              Restore
            </RowAction>
          )}
          <RowAction name={`Edit ${row.name}`} onClick={() => view.open("property", row.id)}>
            Edit
          </RowAction>
        </span>
      ),
      text: () => "",
    },
  ];
}
