import type { ReactNode } from "react";
import { call } from "../../../app/api.ts";
import { toast } from "../../../app/toast.ts";
import { formatCount } from "../../../components/format.ts";
import { NotThere } from "../NotThere.tsx";
import { ConfirmDialog } from "../property/entry/ConfirmDialog.tsx";
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
      title={`Archive ${name}?`}
      action="Archive"
      write={() =>
        call("POST /v1/admin/staff/inventory/organizations/properties/{property_id}/archive", {
          params: { property_id: id },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: "Property archived", message: `${name} is out of sight. It is in the list of archived ones.` });
      }}
    >
      <p>
        {name} with its {formatCount(units_count, "unit")} goes out of sight and out of every sum
        {organization_name === null ? "" : `, for everybody at ${organization_name}, too`}. Its leaks raise no alerts
        any more.
      </p>
      <p>
        While it is archived, readings that its gateways send are rejected, and those that they do not send again are
        lost.
      </p>
      <p>What was measured until now stays, with its inventory, prices and repairs. It can be restored at any time.</p>
    </ConfirmDialog>
  );
}
