import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { useMeter } from "./use-meter.ts";

/** Asks before a meter is removed; one that ever sent anything stays. */
export default function RemoveMeter({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const meter = useMeter(view, of);
  if (meter === undefined) return null;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Remove meter ${meter.serial_number}?`}
      action={t`Remove`}
      impossible={
        meter.has_readings ? (
          <p>
            <Trans>
              It has sent readings or was swapped, so it stays in the inventory with its history. If it is no longer
              there, take it away from its place or record a swap.
            </Trans>
          </p>
        ) : undefined
      }
      write={() =>
        call("DELETE /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}", {
          params: { property_id: view.propertyId, meter_id: meter.id },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: t`Meter removed`, message: t`${meter.serial_number} is no longer in the inventory.` });
      }}
    >
      <p>
        <Trans>It has sent nothing so far, so nothing is lost. Its point stays, without a meter.</Trans>
      </p>
    </ConfirmDialog>
  );
}
