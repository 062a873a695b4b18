import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import { unitsQuery } from "../view/inventory-queries.ts";
import { useHeld } from "../view/use-held.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";

/** Asks before a unit is removed. */
export default function RemoveUnit({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const units = useQuery(unitsQuery(view.propertyId, view.search));
  const unit = useHeld(units.data?.results.find(({ id }) => String(id) === of));
  if (unit === undefined) return null;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Remove unit ${unit.name}?`}
      action={t`Remove`}
      write={() =>
        call("DELETE /v1/admin/staff/inventory/properties/{property_id}/units/{unit_id}", {
          params: { property_id: view.propertyId, unit_id: unit.id },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: t`Unit removed`, message: t`Unit ${unit.name} is no longer in the inventory.` });
      }}
    >
      <p>
        <Trans>
          Unit {unit.name} of {unit.building_name} is removed with its occupancy history. A unit with meter points or
          readings cannot be removed, so that no readings are lost.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
