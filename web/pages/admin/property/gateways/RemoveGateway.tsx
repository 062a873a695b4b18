import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { toast } from "../../../../app/toast.ts";
import { formatCount } from "../../../../components/format.ts";
import { ConfirmDialog } from "../entry/ConfirmDialog.tsx";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { useGateway } from "./use-gateway.ts";

/** Asks before a gateway is removed; one with meters or routers stays. */
export default function RemoveGateway({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const gateway = useGateway(view, of);
  if (gateway === undefined) return null;
  const hanging = [
    ...(gateway.meters_count > 0 ? [formatCount(gateway.meters_count, "meter")] : []),
    ...(gateway.routers.length > 0 ? [formatCount(gateway.routers.length, "router")] : []),
  ].join(" and ");
  const { tokens_count: tokens } = gateway;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={`Remove gateway ${gateway.serial_number}?`}
      action="Remove"
      impossible={
        hanging === "" ? undefined : (
          <p>
            {hanging} {hanging.startsWith("1 ") && !hanging.includes(" and ") ? "hangs" : "hang"} on it. Let them hang
            on another gateway first.
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
        toast({ title: "Gateway removed", message: `${gateway.serial_number} is no longer in the inventory.` });
      }}
    >
      <p>
        {tokens === 0
          ? "It has no token. "
          : `Its ${formatCount(tokens, "token ends", "tokens end")}: its next message is rejected. `}
        Readings that it sent stay.
      </p>
    </ConfirmDialog>
  );
}
