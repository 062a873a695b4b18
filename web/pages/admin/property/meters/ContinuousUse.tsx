import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";
import { useMeter } from "./use-meter.ts";

/** Sets whether continuous use is expected at a meter, and explains what that means. */
export default function ContinuousUse({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const meter = useMeter(view, of);
  if (meter === undefined) return null;
  const expected = !meter.continuous_use_expected;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      harmless
      title={
        expected
          ? t`Expect continuous use at ${meter.serial_number}?`
          : t`No longer expect continuous use at ${meter.serial_number}?`
      }
      action={expected ? t`Expect it` : t`No longer expect it`}
      write={() =>
        call("PUT /v1/properties/{property_id}/meters/{serial}/continuous-use", {
          params: { property_id: view.propertyId, serial: meter.serial_number },
          body: { expected },
        })
      }
      onDone={() => {
        onDone();
        toast({
          title: t`Meter saved`,
          message: expected
            ? t`${meter.serial_number} may use water all the time. Its leaks are recalculated.`
            : t`${meter.serial_number} is judged as any other. Its leaks are recalculated.`,
        });
      }}
    >
      {expected ? (
        <>
          <p>
            <Trans>
              For meters behind which water runs at every hour and should: hot water recirculation, an ice machine, a
              cooling tower.
            </Trans>
          </p>
          <p>
            <Trans>
              Its usual lowest hour counts as its zero, so that the steady flow is no leak; what comes on top of it
              still is. Its leaks are recalculated, past ones included. Its volumes stay as they are.
            </Trans>
          </p>
        </>
      ) : (
        <p>
          <Trans>
            Water that runs at every hour counts as a leak at this meter again. Its leaks are recalculated, past ones
            included. Its volumes stay as they are.
          </Trans>
        </p>
      )}
    </ConfirmDialog>
  );
}
