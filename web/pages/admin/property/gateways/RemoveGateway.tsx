import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { useGateway } from "./use-gateway.ts";

/** Asks before a gateway is removed; one with meters or routers stays. */
export default function RemoveGateway({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const gateway = useGateway(view, of);
  if (gateway === undefined) return null;
  const hanging = [
    ...(gateway.meters_count > 0 ? [plural(gateway.meters_count, { one: "# meter", other: "# meters" })] : []),
    ...(gateway.routers.length > 0 ? [plural(gateway.routers.length, { one: "# router", other: "# routers" })] : []),
  ].join(t` and `);
  const { tokens_count: tokens } = gateway;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Remove gateway ${gateway.serial_number}?`}
      action={t`Remove`}
      impossible={
        hanging === "" ? undefined : (
          <p>
            <Trans>
              {hanging} {hanging.startsWith("1 ") && !hanging.includes(t` and `) ? t`hangs` : t`hang`} on it. Let them
              hang on another gateway first.
            </Trans>
          </p>
        )
      }
      write={() =>
        call("DELETE /v1/admin/staff/inventory/properties/{property_id}/gateways/{gateway}", {
          params: { property_id: view.propertyId, gateway: gateway.serial_number },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: t`Gateway removed`, message: t`${gateway.serial_number} is no longer in the inventory.` });
      }}
    >
      <p>
        <Trans>
          {tokens === 0
            ? t`It has no token. `
            : t`Its ${plural(tokens, { one: "# token ends", other: "# tokens end" })}: its next message is rejected. `}
          Readings that it sent stay.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
