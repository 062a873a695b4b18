import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconStarFilled } from "@tabler/icons-react";
import type { PropertyRow } from "../../../../contract/inventory/inventory.ts";
import { NOT_MEASURED } from "../../../components/format.ts";
import type { TableColumn } from "../../../components/table/column.ts";
import { nameColumn, numberColumn } from "../../../components/table/columns.tsx";
import { RowAction } from "../list/RowAction.tsx";
import classes from "./properties.module.css";
import type { PropertiesView } from "./view/use-properties.ts";

/** The columns of the properties; archived ones are not moved, so they are not ticked. */
export function propertyColumns(view: PropertiesView): readonly TableColumn<PropertyRow>[] {
  const select: TableColumn<PropertyRow> = {
    id: "select",
    header: t`Select`,
    width: 64,
    card: "action",
    pinned: true,
    cell: (row) => (
      <label className={classes.tick}>
        <input
          type="checkbox"
          aria-label={t`Select ${row.name}`}
          checked={view.selection.has(row)}
          onChange={() => view.selection.toggle(row)}
        />
        <span>
          <Trans>Select</Trans>
        </span>
      </label>
    ),
    text: () => "",
  };
  return [
    ...(view.shown === "archived" ? [] : [select]),
    nameColumn("name", t`Property Name`, { sortable: "name", card: "title", pinned: true }),
    {
      id: "address",
      header: t`Address`,
      sortable: "address",
      card: "under",
      cell: (row) => (row.address === "" ? NOT_MEASURED : row.address),
      text: (row) => row.address,
    },
    numberColumn("buildings_count", t`Buildings`, { width: 110, sortable: "buildings_count", card: "main" }),
    numberColumn("units_count", t`Units`, { width: 100, sortable: "units_count", card: "main" }),
    {
      id: "organization_name",
      header: t`Organization`,
      sortable: "organization_name",
      card: "under",
      cell: (row) =>
        row.organization_name === null ? (
          <span className={classes.none}>
            <Trans>No organization</Trans>
          </span>
        ) : (
          <span className={classes.organization}>
            <span>{row.organization_name}</span>
            {row.organization_is_default && (
              <span className={classes.star} title={t`Default Organization`}>
                <IconStarFilled size={11} aria-hidden="true" />
                <VisuallyHidden>{t`Default Organization`}</VisuallyHidden>
              </span>
            )}
          </span>
        ),
      text: (row) => row.organization_name ?? "",
    },
    {
      id: "edit",
      header: view.shown === "archived" ? t`Restore, Edit` : t`Edit`,
      width: view.shown === "archived" ? 150 : 90,
      card: "action",
      cell: (row) => (
        <span className={classes.actions}>
          {row.archived_at !== null && (
            <RowAction
              name={t`Restore ${row.name}`}
              onClick={() => view.open("restore", row.id)}
            >{t`Restore`}</RowAction>
          )}
          <RowAction name={t`Edit ${row.name}`} onClick={() => view.open("property", row.id)}>{t`Edit`}</RowAction>
        </span>
      ),
      text: () => "",
    },
  ];
}
