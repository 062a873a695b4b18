import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { bedroomsError, nameError } from "../../../../app/form/rules.ts";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { toast } from "../../../../app/toast.ts";
import { choicesQuery } from "../view/inventory-queries.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { usualPlace } from "../view/usual-place.ts";

/** Adds a unit to a building. */
export default function AddUnit({ view, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const choices = useQuery(choicesQuery(view.propertyId));
  const buildings = choices.data?.buildings ?? [];
  const usual = usualPlace(choices.data, view.search);
  const entry = useEntry({
    name: `unit new of ${view.propertyId}`,
    initial: { building_id: "", name: "", bedrooms: "1" },
    rules: {
      building_id: (typed: string) => ((typed || usual.building_id) === "" ? t`Choose the building.` : null),
      name: nameError,
      bedrooms: bedroomsError,
    },
    write: ({ building_id, name, bedrooms }) =>
      call("POST /v1/admin/staff/inventory/properties/{property_id}/units", {
        params: { property_id: view.propertyId },
        body: { building_id: Number(building_id || usual.building_id), name, bedrooms: Number(bedrooms) },
      }),
    onDone: ({ name, building_name }) => {
      onDone();
      toast({ title: t`Unit added`, message: t`Unit ${name} is in ${building_name}. Now add its meters.` });
    },
  });
  const building = entry.form.getInputProps("building_id");
  return (
    <EntryDialog opened={opened} onClose={onClose} title={t`Add a unit`} entry={entry} save={t`Add`}>
      <Select
        classNames={{ option: classes.option }}
        label={t`Building`}
        placeholder={t`Choose a building`}
        data={buildings.map(({ id, building_name }) => ({ value: String(id), label: building_name }))}
        searchable
        limit={100}
        nothingFoundMessage={t`No buildings found`}
        comboboxProps={{ returnFocus: false }}
        size="xs"
        {...building}
        value={building.value || usual.building_id || null}
        onChange={(value) => building.onChange(value ?? "")}
      />
      <div className={classes.pair}>
        <TextInput label={t`Name`} data-autofocus autoComplete="off" {...entry.form.getInputProps("name")} />
        <TextInput
          label={t`Bedrooms`}
          description={entry.form.errors.bedrooms ? undefined : t`0 is a studio`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="numeric"
          autoComplete="off"
          {...entry.form.getInputProps("bedrooms")}
        />
      </div>
    </EntryDialog>
  );
}
