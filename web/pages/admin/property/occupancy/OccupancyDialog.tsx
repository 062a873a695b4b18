import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import type { ReactNode } from "react";
import type { OccupancyRow } from "../../../../../contract/inventory/occupancy.ts";
import { call } from "../../../../app/api.ts";
import { ApiError } from "../../../../app/api-error.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { toast } from "../../../../app/toast.ts";
import { rowDialog } from "../../list/row-dialog.tsx";
import { useOccupancy } from "../view/inventory-rows.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { useToday } from "../view/use-today.ts";
import { occupancyRules } from "./occupancy-rules.ts";

/** Sets whether a unit is occupied, and since when. */
export default rowDialog(useOccupancy, OccupancyDialog);

function OccupancyDialog(props: RowProps): ReactNode {
  const today = useToday(props.view.propertyId);
  return today === undefined ? null : <Form {...props} today={today} />;
}

type RowProps = InventoryDialogProps & { row: OccupancyRow };

function Form({ view, row: unit, today, opened, onClose, onDone }: RowProps & { today: string }): ReactNode {
  const status = unit.occupancy === "occupied" || unit.occupancy === "vacant" ? unit.occupancy : "";
  const entry = useEntry({
    name: `occupancy of unit ${unit.unit_id}`,
    initial: { status, move_in: unit.move_in ?? "", move_out: unit.move_out ?? "", as_of: today },
    rules: occupancyRules(today),
    write: async (typed) => {
      const answer = await call("PUT /v1/properties/{property_id}/occupancy", {
        params: { property_id: view.propertyId },
        body: { as_of: typed.as_of, rows: [{ building: unit.building_name, unit: unit.unit_name, ...typed }] },
      });
      const [row] = answer.rows;
      // A rejected row does not fail the call itself.
      if (row?.status === "rejected") throw new ApiError(422, { code: row.code, detail: row.reason });
      return answer;
    },
    onDone: (_, typed) => {
      onDone();
      const { unit_name } = unit;
      const { status, as_of } = typed;
      const message =
        status === "vacant"
          ? t`Unit ${unit_name} is vacant as of ${as_of}.`
          : t`Unit ${unit_name} is occupied as of ${as_of}.`;
      toast({ title: t`Occupancy saved`, message });
    },
  });
  const { form } = entry;
  const chosen = form.getInputProps("status");
  const day = (name: "move_in" | "move_out" | "as_of", label: string, help?: string) => (
    <TextInput
      label={label}
      description={form.errors[name] ? undefined : help}
      inputWrapperOrder={["label", "input", "description", "error"]}
      type="date"
      max={name === "as_of" ? today : undefined}
      {...form.getInputProps(name)}
    />
  );
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Occupancy of unit ${unit.unit_name}, ${unit.building_name}`}
      entry={entry}
      save={t`Save`}
    >
      <div className={classes.pair}>
        <Select
          classNames={{ option: classes.option }}
          label={t`Status`}
          placeholder={t`Choose`}
          data={[
            { value: "occupied", label: t`Occupied` },
            { value: "vacant", label: t`Vacant` },
          ]}
          allowDeselect={false}
          comboboxProps={{ returnFocus: false }}
          size="xs"
          data-autofocus
          {...chosen}
          value={chosen.value || null}
        />
        {day("as_of", t`As of`, t`The day of which this is true`)}
      </div>
      <div className={classes.pair}>
        {day("move_in", t`Moved in`, t`Optional`)}
        {day("move_out", t`Moved out`, t`Or will; optional`)}
      </div>
    </EntryDialog>
  );
}
