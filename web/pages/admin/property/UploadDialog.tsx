import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { propertyQuery } from "../../property/property/view/property-query.ts";
import { InventoryFileSteps } from "../inventory-file/InventoryFileSteps.tsx";
import { useInventoryFile } from "../inventory-file/use-inventory-file.ts";
import type { InventoryDialogProps } from "./view/use-inventory.ts";

/** Takes a spreadsheet into the inventory of this property. What was chosen and typed stays when the dialog closes. */
export default function UploadDialog({ view, opened, onClose }: InventoryDialogProps): ReactNode {
  const client = useQueryClient();
  const property = useQuery(propertyQuery(view.propertyId));
  const state = useInventoryFile(
    {
      organizationId: property.data?.organization_id ?? null,
      propertyId: view.propertyId,
      propertyName: property.data?.name,
    },
    () => void client.invalidateQueries(),
  );
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Upload a spreadsheet`} size="large">
      <InventoryFileSteps state={state} onClose={onClose} />
    </Dialog>
  );
}
