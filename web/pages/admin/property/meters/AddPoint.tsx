import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PointRow } from "../../../../../contract/inventory/places.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { labelError } from "../../../../app/form/rules.ts";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { toast } from "../../../../app/toast.ts";
import { choicesQuery } from "../view/inventory-queries.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { usualPlace } from "../view/usual-place.ts";
import { pointKinds } from "./point-kinds.ts";
import { isOfBuilding, pointLocationLabel } from "./point-text.ts";

/** Adds a point at which a meter can be installed, in a unit or at a building. */
export default function AddPoint({ view, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const choices = useQuery(choicesQuery(view.propertyId));
  const { buildings = [], units = [] } = choices.data ?? {};
  const usual = usualPlace(choices.data, view.search);
  /** The unit of the list goes with its building: a building that was chosen has its own. */
  const unitOf = (unit: string, building: string) => unit || (building === "" ? usual.unit_id : "");
  const entry = useEntry({
    name: `point new of ${view.propertyId}`,
    initial: {
      building_id: "",
      unit_id: "",
      attached_to: "SPOE",
      label: "",
    },
    rules: {
      building_id: (typed: string) => ((typed || usual.building_id) === "" ? t`Choose the building.` : null),
      unit_id: (typed: string, { attached_to, building_id }: { attached_to: string; building_id: string }) =>
        unitOf(typed, building_id) === "" && !isOfBuilding(attached_to) ? t`Choose the unit.` : null,
      label: labelError,
    },
    write: ({ building_id, unit_id, attached_to, label }) =>
      call("POST /v1/admin/staff/inventory/properties/{property_id}/points", {
        params: { property_id: view.propertyId },
        body: {
          building_id: Number(building_id || usual.building_id),
          unit_id: isOfBuilding(attached_to) ? null : Number(unitOf(unit_id, building_id)),
          attached_to: kindOf(attached_to),
          label,
        },
      }),
    onDone: (point) => {
      onDone();
      toast({
        title: t`Point added`,
        message: t`${pointLocationLabel(point)} is in the inventory. Now add its meter.`,
      });
    },
  });
  const { form } = entry;
  const chosenBuilding = form.values.building_id || usual.building_id;
  const building = form.getInputProps("building_id");
  const unit = form.getInputProps("unit_id");
  const kind = form.getInputProps("attached_to");
  const choice = {
    classNames: { option: classes.option },
    size: "xs",
    comboboxProps: { returnFocus: false },
    limit: 100,
  } as const;
  return (
    <EntryDialog opened={opened} onClose={onClose} title={t`Add a point`} entry={entry} save={t`Add`}>
      <Select
        {...choice}
        label={t`What it measures`}
        data={pointKinds.map(({ kind: value, name }) => ({ value, label: name }))}
        allowDeselect={false}
        data-autofocus
        {...kind}
      />
      <div className={classes.pair}>
        <Select
          {...choice}
          label={t`Building`}
          placeholder={t`Choose a building`}
          data={buildings.map(({ id, building_name }) => ({ value: String(id), label: building_name }))}
          searchable
          nothingFoundMessage={t`No buildings found`}
          {...building}
          value={chosenBuilding || null}
          onChange={(value) => {
            building.onChange(value ?? "");
            form.setFieldValue("unit_id", "");
          }}
        />
        {!isOfBuilding(form.values.attached_to) && (
          <Select
            {...choice}
            label={t`Unit`}
            placeholder={t`Choose a unit`}
            data={units
              .filter(({ building_id }) => String(building_id) === chosenBuilding)
              .map(({ id, name }) => ({ value: String(id), label: name }))}
            searchable
            nothingFoundMessage={chosenBuilding === "" ? t`Choose the building first` : t`No units found`}
            {...unit}
            value={unitOf(form.values.unit_id, form.values.building_id) || null}
            onChange={(value) => unit.onChange(value ?? "")}
          />
        )}
      </div>
      <TextInput
        label={t`Label`}
        description={form.errors.label ? undefined : t`Optional; tells points of one kind apart, such as upstairs`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        {...form.getInputProps("label")}
      />
    </EntryDialog>
  );
}

function kindOf(typed: string): PointRow["attached_to"] {
  return pointKinds.find(({ kind }) => kind === typed)?.kind ?? "SPOE";
}
