import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { GatewayRow } from "../../../../../contract/inventory/gateways.ts";
import { allRows } from "../../../../app/all-rows.ts";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { changedFields, pick } from "../../../../app/form/newer-values.ts";
import { nameError, serialError } from "../../../../app/form/rules.ts";
import { useEdit } from "../../../../app/form/use-edit.tsx";
import { toast } from "../../../../app/toast.ts";
import { rowOrNewDialog } from "../../list/row-dialog.tsx";
import { useGateway } from "../view/inventory-rows.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { intervalError } from "./gateway-rules.ts";

const path = "/v1/admin/staff/inventory/properties/{property_id}/gateways" as const;

function valuesOf(row: Pick<GatewayRow, "serial_number" | "name" | "interval_minutes">) {
  return { serial_number: row.serial_number, name: row.name, interval_minutes: String(row.interval_minutes) };
}

function bodyOf({ interval_minutes: minutes, ...rest }: Partial<ReturnType<typeof valuesOf>>) {
  return { ...rest, interval_minutes: minutes === undefined ? undefined : Number(minutes) };
}

/** Adds a gateway, or changes the one that it is about. */
export default rowOrNewDialog(useGateway, GatewayDialog);

function GatewayDialog(props: InventoryDialogProps & { row?: GatewayRow }): ReactNode {
  const { view, row: gateway, opened, onClose, onDone } = props;
  const params = { property_id: view.propertyId };
  const entry = useEdit({
    name: `gateway ${gateway?.id ?? "new"} of ${view.propertyId}`,
    initial: valuesOf(gateway ?? { serial_number: "", name: "", interval_minutes: 60 }),
    names: { serial_number: t`Serial number`, name: t`Name`, interval_minutes: t`Minutes between two messages` },
    rules: {
      serial_number: serialError,
      // Optional, other than names of places.
      name: (typed: string) => (typed.trim() === "" ? null : nameError(typed)),
      interval_minutes: intervalError,
    },
    load: async () => {
      const rows = await allRows((query) => call(`GET ${path}`, { params, query }));
      const found = rows.find(({ id }) => id === gateway?.id);
      return found && valuesOf(found);
    },
    write: (typed, begun) => {
      if (gateway === undefined) {
        return call(`POST ${path}`, { params, body: { ...typed, interval_minutes: Number(typed.interval_minutes) } });
      }
      const changed = changedFields(begun, typed);
      const body = { ...bodyOf(pick(typed, changed)), expected: bodyOf(pick(begun, changed)) };
      return call(`PATCH ${path}/{gateway}`, { params: { ...params, gateway: begun.serial_number }, body });
    },
    onDone: ({ serial_number }) => {
      onDone();
      toast(
        gateway === undefined
          ? { title: t`Gateway added`, message: t`${serial_number} needs a token now, with which it sends.` }
          : { title: t`Gateway saved`, message: t`${serial_number} keeps its tokens.` },
      );
    },
  });
  const { form } = entry;
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={gateway === undefined ? t`Add a gateway` : t`Gateway ${gateway.name || gateway.serial_number}`}
      entry={entry}
      save={gateway === undefined ? t`Add` : t`Save`}
    >
      {gateway && <Actions view={view} gateway={gateway} />}
      <TextInput
        label={t`Serial number`}
        description={form.errors.serial_number ? undefined : t`As on its plate; topics and tokens name it so`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        data-autofocus={gateway === undefined || undefined}
        autoComplete="off"
        {...form.getInputProps("serial_number")}
      />
      <div className={classes.pair}>
        <TextInput
          label={t`Name`}
          description={form.errors.name ? undefined : t`Where it hangs; optional`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <TextInput
          label={t`Sends every (minutes)`}
          description={form.errors.interval_minutes ? undefined : t`Silent for twice as long, 2 h at least: delayed`}
          inputWrapperOrder={["label", "input", "description", "error"]}
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps("interval_minutes")}
        />
      </div>
    </EntryDialog>
  );
}

function Actions({ view, gateway }: Pick<InventoryDialogProps, "view"> & { gateway: GatewayRow }): ReactNode {
  const to = (dialog: Parameters<typeof view.open>[0]) => () => view.open(dialog, gateway.serial_number);
  return (
    <div className={classes.aside}>
      <Button variant="default" onClick={to("add-token")}>
        <Trans>Make a token</Trans>
      </Button>
      <Button variant="default" onClick={to("uplink-mapping")}>
        <Trans>LoRaWAN payloads</Trans>
      </Button>
      <Button variant="subtle" className={classes.dangerous} onClick={to("remove-gateway")}>
        <Trans>Remove</Trans>
      </Button>
    </div>
  );
}
