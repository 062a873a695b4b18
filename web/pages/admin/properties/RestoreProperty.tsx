import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { call } from "../../../app/api.ts";
import { ConfirmDialog } from "../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../app/toast.ts";
import { NotThere } from "../NotThere.tsx";
import type { PropertyDialogProps } from "./view/use-properties.ts";
import { useProperty } from "./view/use-property.ts";

/** Asks before an archived property comes back. */
export default function RestoreProperty(props: PropertyDialogProps): ReactNode {
  const { opened, onClose, onDone } = props;
  const { property, ...search } = useProperty(props);
  if (property === undefined) return <NotThere what="property" opened={opened} onClose={onClose} {...search} />;
  const { id, name, organization_name } = property;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Restore ${name}?`}
      action={t`Restore`}
      harmless
      write={() =>
        call("POST /v1/admin/staff/inventory/organizations/properties/{property_id}/restore", {
          params: { property_id: id },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: t`Property restored`, message: t`${name} is in use again.` });
      }}
    >
      <p>
        <Trans>
          {name} is seen again
          {organization_name === null ? t` by IONAdmins` : t` by whoever saw it at ${organization_name}`}, with all its
          history, and counts in every sum again. Readings are taken from now on; the time in between has a gap.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
