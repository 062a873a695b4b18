import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import type { GatewayRow } from "../../../../../contract/gateways.ts";
import { call } from "../../../../app/api.ts";
import { toast } from "../../../../app/toast.ts";
import { EntryDialog } from "../entry/EntryDialog.tsx";
import classes from "../entry/entry.module.css";
import { labelError, serialError } from "../entry/rules.ts";
import { useEntry } from "../entry/use-entry.ts";
import type { InventoryDialogProps } from "../InventoryDialogs.tsx";
import { useGateway } from "./use-gateway.ts";

const path = "/v1/admin/staff/inventory/properties/{property_id}/gateways" as const;
const MOST_MINUTES = 10_080;

function intervalError(typed: string): string | null {
  if (!/^\d{1,6}$/.test(typed.trim())) return "Give whole minutes.";
  const minutes = Number(typed);
  if (minutes < 1) return "A gateway sends at most once a minute.";
  return minutes > MOST_MINUTES ? "A gateway sends at least once a week." : null;
}

/** Adds a gateway, or changes the one that it is about. */
export default function GatewayDialog(props: InventoryDialogProps): ReactNode {
  const gateway = useGateway(props.view, props.of);
  if (props.of === "") return <Form {...props} />;
  return gateway === undefined ? null : <Form {...props} gateway={gateway} />;
}

function Form({ view, gateway, opened, onClose, onDone }: InventoryDialogProps & { gateway?: GatewayRow }): ReactNode {
  const params = { property_id: view.propertyId };
  const entry = useEntry({
    name: `gateway ${gateway?.id ?? "new"} of ${view.propertyId}`,
    initial: {
      serial_number: gateway?.serial_number ?? "",
      name: gateway?.name ?? "",
      interval_minutes: String(gateway?.interval_minutes ?? 60),
    },
    rules: {
      serial_number: serialError,
      name: (typed: string) => labelError(typed)?.replace("label", "name") ?? null,
      interval_minutes: intervalError,
    },
    write: (typed) => {
      const body = { ...typed, interval_minutes: Number(typed.interval_minutes) };
      return gateway === undefined
        ? call(`POST ${path}`, { params, body })
        : call(`PATCH ${path}/{gateway}`, { params: { ...params, gateway: gateway.serial_number }, body });
    },
    onDone: ({ serial_number }) => {
      onDone();
      toast(
        gateway === undefined
          ? { title: "Gateway added", message: `${serial_number} needs a token now, with which it sends.` }
          : { title: "Gateway saved", message: `${serial_number} is as you said. Its tokens stay.` },
      );
    },
  });
  const { form } = entry;
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={gateway === undefined ? "Add a gateway" : `Gateway ${gateway.name || gateway.serial_number}`}
      entry={entry}
      save={gateway === undefined ? "Add" : "Save"}
    >
      {gateway && <Actions view={view} gateway={gateway} />}
      <TextInput
        label="Serial number"
        description={form.errors.serial_number ? undefined : "As on its plate; topics and tokens name it so"}
        inputWrapperOrder={["label", "input", "description", "error"]}
        data-autofocus={gateway === undefined || undefined}
        autoComplete="off"
        {...form.getInputProps("serial_number")}
      />
      <div className={classes.pair}>
        <TextInput
          label="Name"
          description={form.errors.name ? undefined : "Where it hangs; optional"}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          {...form.getInputProps("name")}
        />
        <TextInput
          label="Sends every (minutes)"
          description={form.errors.interval_minutes ? undefined : "Silent for twice as long, 2 h at least: delayed"}
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
        Make a token
      </Button>
      <Button variant="default" onClick={to("uplink-mapping")}>
        LoRaWAN payloads
      </Button>
      <Button variant="subtle" className={classes.dangerous} onClick={to("remove-gateway")}>
        Remove
      </Button>
    </div>
  );
}
