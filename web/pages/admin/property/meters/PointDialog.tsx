import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { PointRow } from "../../../../../contract/inventory/places.ts";
import { allRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { labelError } from "../../../../app/form/rules.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { rowDialog } from "../../list/row-dialog.tsx";
import { usePoint } from "../view/inventory-rows.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { pointKindLabel, pointLocationLabel } from "./point-text.ts";

const path = "/v1/admin/staff/inventory/properties/{property_id}/points" as const;

/** A point: its label, and the meter at it. */
export default rowDialog(usePoint, PointDialog);

function PointDialog({
  view,
  row: point,
  opened,
  onClose,
  onDone,
}: InventoryDialogProps & { row: PointRow }): ReactNode {
  const { meter_serial_number: serial } = point;
  const params = { property_id: view.propertyId };
  const entry = useEdit({
    name: `point ${point.id}`,
    initial: { label: point.label },
    names: { label: t`Label` },
    rules: { label: labelError },
    load: async () => {
      const rows = await allRows((query) =>
        call(`GET ${path}`, { params, query: { ...query, building_id: [point.building_id] } }),
      );
      const found = rows.find(({ id }) => id === point.id);
      return found && { label: found.label };
    },
    write: ({ label }, expected) =>
      call(`PATCH ${path}/{point_id}`, { params: { ...params, point_id: point.id }, body: { label, expected } }),
    onDone: (saved) => {
      onDone();
      toast({ title: t`Point saved`, message: t`It is ${pointLocationLabel(saved)} now.` });
    },
  });
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={`${pointKindLabel(point)}, ${point.unit_name === null ? point.building_name : t`unit ${point.unit_name}`}`}
      entry={entry}
      save={t`Save`}
      secondaryActions={
        <Button variant="subtle" className={classes.dangerous} onClick={() => view.open("remove-point", point.id)}>
          <Trans>Remove</Trans>
        </Button>
      }
    >
      <dl className={classes.facts}>
        <dt>
          <Trans>Building</Trans>
        </dt>
        <dd>{point.building_name}</dd>
        <dt>
          <Trans>Meter</Trans>
        </dt>
        <dd>{serial ?? t`None: nothing is measured here`}</dd>
      </dl>
      <div className={classes.aside}>
        {serial === null ? (
          <Button variant="default" onClick={() => view.open("add-meter", point.id)}>
            <Trans>Add a meter here</Trans>
          </Button>
        ) : (
          <Button
            variant="default"
            onClick={() => view.setFilters({ list: undefined, search: serial, dialog: undefined, of: undefined })}
          >
            <Trans>Show the meter</Trans>
          </Button>
        )}
      </div>
      <TextInput
        label={t`Label`}
        description={
          entry.form.errors.label
            ? undefined
            : t`Tells points of one kind apart, such as upstairs; empty for the only one`
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        {...entry.form.getInputProps("label")}
      />
    </EntryDialog>
  );
}
