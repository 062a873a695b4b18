import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../app/api.ts";
import { toast } from "../../../app/toast.ts";
import { NotThere } from "../NotThere.tsx";
import { ConfirmDialog } from "../property/entry/ConfirmDialog.tsx";
import { allOrganizationsQuery } from "./organizations-query.ts";
import { useOrganization } from "./use-organization.ts";
import type { OrganizationDialogProps } from "./use-organizations.ts";

/** Asks before another organization becomes the default one. */
export default function MakeDefault(props: OrganizationDialogProps): ReactNode {
  const { opened, onClose, onDone } = props;
  const { organization, ...search } = useOrganization(props);
  const all = useQuery(allOrganizationsQuery());
  if (organization === undefined) {
    return <NotThere what="organization" opened={opened} onClose={onClose} {...search} />;
  }
  const { id, name, is_default } = organization;
  const before = all.data?.find((row) => row.is_default && row.id !== id);
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Make ${name} the default?`}
      action={t`Make it the default`}
      harmless
      impossible={
        is_default ? (
          <p>
            <Trans>{name} is the default organization already.</Trans>
          </p>
        ) : undefined
      }
      write={() =>
        call("POST /v1/admin/staff/inventory/organizations/{organization_id}/default", {
          params: { organization_id: id },
        })
      }
      onDone={() => {
        onDone();
        toast({
          title: t`Default organization changed`,
          message: t`What names no organization now belongs to ${name}.`,
        });
      }}
    >
      <p>
        <Trans>
          New properties of an inventory file that names no organization go to {name} from now on
          {before ? t`, no longer to ${before.name}` : ""}. Nothing that is there already moves.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
