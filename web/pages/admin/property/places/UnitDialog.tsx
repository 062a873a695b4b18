import { Button, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { UnitRow } from "../../../../../contract/places.ts";
import { call } from "../../../../app/api.ts";
import { toast } from "../../../../app/toast.ts";
import { EntryDialog } from "../entry/EntryDialog.tsx";
import classes from "../entry/entry.module.css";
import { bedroomsError, nameError } from "../entry/rules.ts";
import { useEntry } from "../entry/use-entry.ts";
import type { InventoryDialogProps } from "../InventoryDialogs.tsx";
import { unitsQuery } from "../inventory-queries.ts";
import { useHeld } from "../use-held.ts";

/** Changes the name and the bedrooms of a unit. */
export default function UnitDialog(props: InventoryDialogProps): ReactNode {
  const { view, of } = props;
  const units = useQuery(unitsQuery(view.propertyId, view.search));
  const unit = useHeld(units.data?.results.find(({ id }) => String(id) === of));
  return unit === undefined ? null : <Form {...props} unit={unit} />;
}

function Form({ view, unit, opened, onClose, onDone }: InventoryDialogProps & { unit: UnitRow }): ReactNode {
  const entry = useEntry({
    name: `unit ${unit.id}`,
    initial: { name: unit.name, bedrooms: String(unit.bedrooms) },
    rules: { name: nameError, bedrooms: bedroomsError },
    write: ({ name, bedrooms }) =>
      call("PATCH /v1/admin/staff/inventory/properties/{property_id}/units/{unit_id}", {
        params: { property_id: view.propertyId, unit_id: unit.id },
        body: { name, bedrooms: Number(bedrooms) },
      }),
    onDone: ({ name }) => {
      onDone();
      toast({ title: "Unit saved", message: `Unit ${name} is as you said. Figures per bedroom follow.` });
    },
  });
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={`Unit ${unit.name}, ${unit.building_name}`}
      entry={entry}
      save="Save"
      aside={
        <>
          <Button variant="subtle" className={classes.dangerous} onClick={() => view.open("remove-unit", unit.id)}>
            Remove
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
            Its meters
          </Button>
        </>
      }
    >
      <div className={classes.pair}>
        <TextInput label="Name" data-autofocus autoComplete="off" {...entry.form.getInputProps("name")} />
        <TextInput label="Bedrooms" inputMode="numeric" autoComplete="off" {...entry.form.getInputProps("bedrooms")} />
      </div>
    </EntryDialog>
  );
}
