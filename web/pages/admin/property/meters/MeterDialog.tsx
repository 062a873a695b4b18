import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { MeterRow } from "../../../../../contract/inventory/places.ts";
import { allRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { changedFields, pick } from "../../../../app/form/newer-values.ts";
import { optionalSerialError, serialError } from "../../../../app/form/rules.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { rowDialog } from "../../list/row-dialog.tsx";
import { useMeter } from "../view/inventory-rows.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { GatewayField } from "./GatewayField.tsx";
import { pointLocationLabel, readingTypeLabel } from "./point-text.ts";
import { ALWAYS, SinceField, sinceError } from "./SinceField.tsx";

const path = "/v1/admin/staff/inventory/properties/{property_id}/meters" as const;

function valuesOf({ serial_number, gateway_serial_number, in_service_since }: MeterRow) {
  return {
    serial_number,
    gateway_serial_number: gateway_serial_number ?? "",
    in_service_since: in_service_since ?? ALWAYS,
  };
}

function bodyOf({ serial_number, gateway_serial_number: gateway }: Partial<ReturnType<typeof valuesOf>>) {
  return { serial_number, gateway_serial_number: gateway === "" ? null : gateway };
}

/** What is sent, and what it was before, by the fields that were changed. */
function requestOf(values: Partial<ReturnType<typeof valuesOf>>, begun: Partial<ReturnType<typeof valuesOf>>) {
  const { in_service_since: before } = begun;
  return {
    ...bodyOf(values),
    in_service_since: values.in_service_since,
    expected: { ...bodyOf(begun), in_service_since: before === ALWAYS ? null : before },
  };
}

/** A meter: where it is installed, what it sends, and the available actions. */
export default rowDialog(useMeter, MeterDialog);

function MeterDialog({
  view,
  row: meter,
  opened,
  onClose,
  onDone,
}: InventoryDialogProps & { row: MeterRow }): ReactNode {
  const params = { property_id: view.propertyId };
  const entry = useEdit({
    name: `meter ${meter.id}`,
    initial: valuesOf(meter),
    names: {
      serial_number: t`Serial number`,
      gateway_serial_number: t`Gateway`,
      in_service_since: t`In service since`,
    },
    textOf: (field, value) => (field === "in_service_since" && value === ALWAYS ? t`All along` : value),
    rules: {
      serial_number: serialError,
      gateway_serial_number: optionalSerialError,
      in_service_since: sinceError,
    },
    load: async () => {
      const rows = await allRows((query) => call(`GET ${path}`, { params, query }));
      const found = rows.find(({ id }) => id === meter.id);
      return found && valuesOf(found);
    },
    write: (values, begun) => {
      const changed = changedFields(begun, values);
      const body = requestOf(pick(values, changed), pick(begun, changed));
      return call(`PATCH ${path}/{meter_id}`, { params: { ...params, meter_id: meter.id }, body });
    },
    onDone: ({ serial_number }) => {
      onDone();
      toast({ title: t`Meter saved`, message: t`Readings of ${serial_number} are taken under this number.` });
    },
  });
  const to = (dialog: Parameters<typeof view.open>[0]) => () => view.open(dialog, meter.id);
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Meter ${meter.serial_number}`}
      size="medium"
      entry={entry}
      save={t`Save`}
    >
      <dl className={classes.facts}>
        <dt>
          <Trans>Installed at</Trans>
        </dt>
        <dd>{meter.place === null ? t`No place: what it sends counts nowhere` : pointLocationLabel(meter.place)}</dd>
        <dt>
          <Trans>Sends</Trans>
        </dt>
        <dd>{readingTypeLabel(meter.register_unit)}</dd>
        <dt>
          <Trans>Continuous use</Trans>
        </dt>
        <dd>{meter.continuous_use_expected ? t`Expected` : t`Not expected`}</dd>
      </dl>
      <div className={classes.aside}>
        {meter.place === null ? (
          <Button variant="default" data-autofocus onClick={to("place-meter")}>
            <Trans>Put at a point</Trans>
          </Button>
        ) : (
          <>
            <Button variant="default" data-autofocus onClick={to("swap")}>
              <Trans>Swap</Trans>
            </Button>
            <Button variant="default" onClick={to("take-away")}>
              <Trans>Take away</Trans>
            </Button>
          </>
        )}
        <Button variant="default" onClick={to("continuous-use")}>
          <Trans>Continuous use</Trans>
        </Button>
        <Button variant="subtle" className={classes.dangerous} onClick={to("remove-meter")}>
          <Trans>Remove</Trans>
        </Button>
      </div>
      <TextInput
        label={t`Serial number`}
        description={
          entry.form.errors.serial_number
            ? undefined
            : t`Change it only where it was mistyped. Another meter in its place is a swap.`
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        {...entry.form.getInputProps("serial_number")}
      />
      <GatewayField view={view} input={entry.form.getInputProps("gateway_serial_number")} />
      {meter.place !== null && <SinceField input={entry.form.getInputProps("in_service_since")} />}
    </EntryDialog>
  );
}
