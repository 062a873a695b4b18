import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Select } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { call } from "../../../../app/api.ts";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import classes from "../../../../app/form/entry.module.css";
import { useEntry } from "../../../../app/form/use-entry.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { gatewaysQuery } from "../view/inventory-queries.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { TokenMade } from "./TokenMade.tsx";

/** Makes a token for a gateway, and shows it this once with what to do with it. */
export default function AddToken({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const [made, setMade] = useState<{ token: string; gateway: string }>();
  const gateways = useQuery(gatewaysQuery(view.propertyId));
  const known = (gateways.data?.results ?? []).map(({ serial_number, name }) => ({
    value: serial_number,
    label: name === "" ? serial_number : `${serial_number}, ${name}`,
  }));
  /** The only one needs no choosing. */
  const [only] = known.length === 1 ? known : [];
  const entry = useEntry({
    name: `token of ${view.propertyId}`,
    initial: { gateway_serial_number: of },
    rules: { gateway_serial_number: (typed: string) => (typed || only ? null : t`Choose the gateway.`) },
    write: ({ gateway_serial_number }) =>
      call("POST /v1/admin/properties/{id}/gateway-tokens", {
        params: { id: view.propertyId },
        body: { gateway_serial_number: gateway_serial_number || (only?.value ?? "") },
      }),
    onDone: ({ token, gateway_serial_number }) => setMade({ token, gateway: gateway_serial_number }),
  });
  if (made !== undefined) {
    return (
      <Dialog
        opened={opened}
        onClose={onDone}
        title={t`Token of ${made.gateway}`}
        footer={
          <Button onClick={onDone}>
            <Trans>I have stored it</Trans>
          </Button>
        }
      >
        <TokenMade propertyId={view.propertyId} token={made.token} />
      </Dialog>
    );
  }
  const input = entry.form.getInputProps("gateway_serial_number");
  return (
    <EntryDialog
      opened={opened}
      onClose={onClose}
      title={t`Make a token`}
      size="small"
      entry={entry}
      save={t`Make the token`}
    >
      <p className={classes.soft}>
        <Trans>
          With it one gateway sends readings of this property, and nothing else. Earlier tokens keep working until you
          revoke them.
        </Trans>
      </p>
      <Select
        classNames={{ option: classes.option }}
        label={t`Gateway`}
        placeholder={t`Choose a gateway`}
        data={known.some(({ value }) => value === of) || of === "" ? known : [{ value: of, label: of }, ...known]}
        searchable
        limit={100}
        nothingFoundMessage={t`No gateways found`}
        comboboxProps={{ returnFocus: false }}
        size="xs"
        {...input}
        value={input.value || (only?.value ?? null)}
        onChange={(value) => input.onChange(value ?? "")}
      />
    </EntryDialog>
  );
}
