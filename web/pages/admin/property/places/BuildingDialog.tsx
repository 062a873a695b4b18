import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { BuildingRow } from "../../../../../contract/inventory/places.ts";
import { allRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { nameError } from "../../../../app/form/rules.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { rowOrNewDialog } from "../../list/row-dialog.tsx";
import { useBuilding } from "../view/inventory-rows.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";

const path = "/v1/admin/staff/inventory/properties/{property_id}/buildings" as const;

/** Adds a building, or renames the one that it is about. */
export default rowOrNewDialog(useBuilding, BuildingDialog);

function BuildingDialog(props: InventoryDialogProps & { row?: BuildingRow }): ReactNode {
  const { view, row: building, opened, onClose, onDone } = props;
  const params = { property_id: view.propertyId };
  const entry = useEdit({
    name: `building ${building?.id ?? "new"} of ${view.propertyId}`,
    initial: { name: building?.name ?? "" },
    names: { name: t`Name` },
    rules: { name: nameError },
    load: async () => {
      const rows = await allRows((query) => call(`GET ${path}`, { params, query }));
      const found = rows.find(({ id }) => id === building?.id);
      return found && { name: found.name };
    },
    write: ({ name }, expected) =>
      building === undefined
        ? call(`POST ${path}`, { params, body: { name } })
        : call(`PATCH ${path}/{building_id}`, {
            params: { ...params, building_id: building.id },
            body: { name, expected },
          }),
    onDone: ({ name }) => {
      onDone();
      toast(
        building === undefined
          ? { title: t`Building added`, message: t`${name} is in the inventory. Now add its units.` }
          : { title: t`Building renamed`, message: t`It is called ${name} from now on.` },
      );
    },
  });
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={building === undefined ? t`Add a building` : t`Building ${building.name}`}
      size="small"
      entry={entry}
      save={building === undefined ? t`Add` : t`Save`}
      secondaryActions={
        building && (
          <Button
            variant="subtle"
            className={classes.dangerous}
            onClick={() => view.open("remove-building", building.id)}
          >
            <Trans>Remove</Trans>
          </Button>
        )
      }
    >
      <TextInput label={t`Name`} data-autofocus autoComplete="off" {...entry.form.getInputProps("name")} />
    </EntryDialog>
  );
}
