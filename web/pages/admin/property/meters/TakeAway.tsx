import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { toast } from "../../../../app/toast.ts";
import { ConfirmDialog } from "../entry/ConfirmDialog.tsx";
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
      title={`Take meter ${meter.serial_number} away?`}
      action="Take away"
      impossible={meter.place === null ? <p>It sits in no place already.</p> : undefined}
      write={() =>
        call("DELETE /v1/admin/staff/inventory/properties/{property_id}/meters/{meter_id}/place", {
          params: { property_id: view.propertyId, meter_id: meter.id },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: "Meter taken away", message: `${meter.serial_number} sits in no place now.` });
      }}
    >
      <p>
        {meter.place && <b>{pointLocationLabel(meter.place)}</b>} has no meter from now on: what the meter sends later
        counts nowhere. What it has sent stays there.
      </p>
      <p>If another meter takes its place, record a swap instead: then nothing is missing in between.</p>
    </ConfirmDialog>
  );
}
