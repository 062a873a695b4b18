import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { UnitRow } from "../../../../../contract/inventory/places.ts";
import { allRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { changedFields, pick } from "../../../../app/form/newer-values.ts";
import { bedroomsError, nameError } from "../../../../app/form/rules.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { rowDialog } from "../../list/row-dialog.tsx";
import { useUnit } from "../view/inventory-rows.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";

const path = "/v1/admin/staff/inventory/properties/{property_id}/units" as const;

const valuesOf = ({ name, bedrooms }: UnitRow) => ({ name, bedrooms: String(bedrooms) });

function bodyOf({ name, bedrooms }: { name?: string; bedrooms?: string }) {
  return { name, bedrooms: bedrooms === undefined ? undefined : Number(bedrooms) };
}

/** Changes the name and the bedrooms of a unit. */
export default rowDialog(useUnit, UnitDialog);

function UnitDialog({ view, row: unit, opened, onClose, onDone }: InventoryDialogProps & { row: UnitRow }): ReactNode {
  const params = { property_id: view.propertyId };
  const entry = useEdit({
    name: `unit ${unit.id}`,
    initial: valuesOf(unit),
    names: { name: t`Name`, bedrooms: t`Bedrooms` },
    rules: { name: nameError, bedrooms: bedroomsError },
    load: async () => {
      const rows = await allRows((query) =>
        call(`GET ${path}`, { params, query: { ...query, building_id: [unit.building_id] } }),
      );
      const found = rows.find(({ id }) => id === unit.id);
      return found && valuesOf(found);
    },
    write: (values, begun) => {
      const changed = changedFields(begun, values);
      const body = { ...bodyOf(pick(values, changed)), expected: bodyOf(pick(begun, changed)) };
      return call(`PATCH ${path}/{unit_id}`, { params: { ...params, unit_id: unit.id }, body });
    },
    onDone: ({ name }) => {
      onDone();
      toast({ title: t`Unit saved`, message: t`Unit ${name}: per-bedroom figures update within a minute.` });
    },
  });
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Unit ${unit.name}, ${unit.building_name}`}
      entry={entry}
      save={t`Save`}
      secondaryActions={
        <>
          <Button variant="subtle" className={classes.dangerous} onClick={() => view.open("remove-unit", unit.id)}>
            <Trans>Remove</Trans>
          </Button>
          <Button
            variant="subtle"
            onClick={() =>
              view.setFilters({
                tab: "meters",
                list: "points",
                unit_id: [unit.id],
                building_id: undefined,
                dialog: undefined,
                of: undefined,
              })
            }
          >
            <Trans>Its meters</Trans>
          </Button>
        </>
      }
    >
      <div className={classes.pair}>
        <TextInput label={t`Name`} data-autofocus autoComplete="off" {...entry.form.getInputProps("name")} />
        <TextInput
          label={t`Bedrooms`}
          inputMode="numeric"
          autoComplete="off"
          {...entry.form.getInputProps("bedrooms")}
        />
      </div>
    </EntryDialog>
  );
}
