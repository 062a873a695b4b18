import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { pointLocationLabel } from "./point-text.ts";
import { usePoint } from "./use-point.ts";

/** Asks before a point is removed; one with a meter stays. */
export default function RemovePoint({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const point = usePoint(view, of);
  if (point === undefined) return null;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Remove this point?`}
      action={t`Remove`}
      impossible={
        point.meter_serial_number === null ? undefined : (
          <p>
            <Trans>
              Meter {point.meter_serial_number} sits at {pointLocationLabel(point)}. Take it away first.
            </Trans>
          </p>
        )
      }
      write={() =>
        call("DELETE /v1/admin/staff/inventory/properties/{property_id}/points/{point_id}", {
          params: { property_id: view.propertyId, point_id: point.id },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: t`Point removed`, message: t`${pointLocationLabel(point)} is no longer in the inventory.` });
      }}
    >
      <p>
        <Trans>
          {pointLocationLabel(point)} goes. A point at which a meter sat that sent readings stays with its history:
          nothing that was measured is ever lost this way.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
