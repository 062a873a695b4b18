import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { pointLocationLabel } from "./point-text.ts";
import { useMeter } from "./use-meter.ts";

/** Asks before a meter is taken out of its place. */
export default function TakeAway({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const meter = useMeter(view, of);
  if (meter === undefined) return null;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Take meter ${meter.serial_number} away?`}
      action={t`Take away`}
      impossible={
        meter.place === null ? (
          <p>
            <Trans>It sits in no place already.</Trans>
          </p>
        ) : undefined
      }
      write={() =>
        call("DELETE /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}/place", {
          params: { property_id: view.propertyId, meter_id: meter.id },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: t`Meter taken away`, message: t`${meter.serial_number} sits in no place now.` });
      }}
    >
      <p>
        <Trans>
          {meter.place && <b>{pointLocationLabel(meter.place)}</b>} has no meter from now on: what the meter sends later
          counts nowhere. What it has sent stays there.
        </Trans>
      </p>
      <p>
        <Trans>If another meter takes its place, record a swap instead: then nothing is missing in between.</Trans>
      </p>
    </ConfirmDialog>
  );
}
