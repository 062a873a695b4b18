import { t } from "@lingui/core/macro";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useId } from "react";
import { gatewaysQuery } from "../view/inventory-queries.ts";
import type { InventoryView } from "../view/use-inventory.ts";

interface Props {
  view: InventoryView;
  /** Of the form's field. */
  input: { error?: ReactNode };
  /** What an empty one means, and what an unknown one. */
  help?: string;
}

/** The gateway on which a meter hangs, of those that there are or a new one. */
export function GatewayField({
  view,
  input,
  help = t`Its serial number. One that is not known yet is added; empty: none`,
}: Props): ReactNode {
  const id = useId();
  const gateways = useQuery(gatewaysQuery(view.propertyId));
  return (
    <>
      <TextInput
        label={t`Gateway`}
        description={input.error ? undefined : help}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        list={id}
        {...input}
      />
      <datalist id={id}>
        {gateways.data?.results.map(({ serial_number, name }) => (
          <option key={serial_number} value={serial_number}>
            {name}
          </option>
        ))}
      </datalist>
    </>
  );
}
