import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { call } from "../../../app/api.ts";
import { ConfirmDialog } from "../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../app/toast.ts";
import { NotThere } from "../NotThere.tsx";
import type { PropertyDialogProps } from "./view/use-properties.ts";
import { useProperty } from "./view/use-property.ts";

/** Asks before a property is taken out of sight. */
export default function ArchiveProperty(props: PropertyDialogProps): ReactNode {
  const { opened, onClose, onDone } = props;
  const { property, ...search } = useProperty(props);
  if (property === undefined) return <NotThere what="property" opened={opened} onClose={onClose} {...search} />;
  const { id, name, units_count, organization_name } = property;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Archive ${name}?`}
      action={t`Archive`}
      write={() =>
        call("POST /v1/admin/staff/inventory/organizations/properties/{property_id}/archive", {
          params: { property_id: id },
        })
      }
      onDone={() => {
        onDone();
        toast({
          title: t`Property archived`,
          message: t`${name} is out of sight. It is in the list of archived ones.`,
        });
      }}
    >
      <p>
        <Trans>
          {name} with its {plural(units_count, { one: "# unit", other: "# units" })} goes out of sight and out of every
          sum
          {organization_name === null ? "" : t`, for everybody at ${organization_name}, too`}. Its leaks raise no alerts
          any more.
        </Trans>
      </p>
      <p>
        <Trans>
          While it is archived, readings that its gateways send are rejected, and those that they do not send again are
          lost.
        </Trans>
      </p>
      <p>
        <Trans>
          What was measured until now stays, with its inventory, prices and repairs. It can be restored at any time.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
