import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import { buildingsQuery } from "../view/inventory-queries.ts";
import { useHeld } from "../view/use-held.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";

/** Asks before a building is removed; one with units stays. */
export default function RemoveBuilding({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const buildings = useQuery(buildingsQuery(view.propertyId, view.search));
  const building = useHeld(buildings.data?.results.find(({ id }) => String(id) === of));
  if (building === undefined) return null;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Remove building ${building.name}?`}
      action={t`Remove`}
      impossible={
        building.units_count > 0 ? (
          <p>
            <Trans>
              {building.name} has {plural(building.units_count, { one: "# unit", other: "# units" })}. Remove those
              first, or rename the building if only its name is wrong.
            </Trans>
          </p>
        ) : undefined
      }
      write={() =>
        call("DELETE /v1/admin/staff/inventory/properties/{property_id}/buildings/{building_id}", {
          params: { property_id: view.propertyId, building_id: building.id },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: t`Building removed`, message: t`${building.name} is no longer in the inventory.` });
      }}
    >
      <p>
        <Trans>It has no units. Nothing that was measured is lost.</Trans>
      </p>
    </ConfirmDialog>
  );
}
