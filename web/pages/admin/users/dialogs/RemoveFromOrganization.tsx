import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import { useMe } from "../../../../app/use-me.ts";
import type { Organization } from "../form/OrganizationParts.tsx";
import { type Invited, removeMembership } from "../form/user-calls.ts";
import { lostOrganization, userName, whyNotRemoved } from "../queries/user-text.ts";

interface Props {
  user: User;
  /** One of several that they have. */
  organization: Organization;
  opened: boolean;
  onClose: () => void;
  /** @param answer the user without it */
  onDone: (answer: Invited) => void;
}

/** Asks for confirmation before a user is removed from one of several organizations. */
export function RemoveFromOrganization({ user, organization, opened, onClose, onDone }: Props): ReactNode {
  const me = useMe();
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Remove from this organization`}
      action={t`Delete`}
      impossible={whyNotRemoved(user, me.id) ?? undefined}
      write={() => removeMembership(user, organization.id)}
      onDone={(answer) => {
        toast({ title: t`Access Revoked`, message: t`${userName(user)} no longer sees ${organization.name}.` });
        onDone(answer);
      }}
    >
      <p>
        <Trans>
          <b>Are you sure you want to delete this user?</b> This action cannot be undone.
        </Trans>
      </p>
      <p>{lostOrganization(user, organization)}</p>
    </ConfirmDialog>
  );
}
