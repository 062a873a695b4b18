import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import { useMe } from "../../../../app/use-me.ts";
import { removeUser } from "../form/user-calls.ts";
import type { UserDialogProps } from "../queries/use-users.ts";
import { lostOrganization, userName, whyNotRemoved } from "../queries/user-text.ts";
import type { Viewer } from "../queries/viewer.ts";
import { UserDialogFrame } from "./UserDialogFrame.tsx";

/** Asks before a user is deleted, or an organization is taken from them. */
export default function RemoveUser(props: UserDialogProps): ReactNode {
  const me = useMe();
  const { view, opened, onClose, onDone } = props;
  const { viewer } = view;
  const title = viewer.isStaff ? t`Delete user` : t`Revoke access`;
  return (
    <UserDialogFrame {...props} title={title} size="small">
      {(user) => (
        <ConfirmDialog
          opened={opened}
          onClose={onClose}
          title={title}
          action={t`Delete`}
          impossible={whyNotRemoved(user, me.id) ?? undefined}
          write={() => removeUser(viewer, user)}
          onDone={() => {
            const message = viewer.isStaff
              ? t`${userName(user)} can no longer sign in.`
              : t`${userName(user)} no longer sees ${viewer.organization.name}.`;
            toast({ title: viewer.isStaff ? t`User Deleted` : t`Access Revoked`, message });
            onDone();
          }}
        >
          <p>
            <Trans>
              <b>Are you sure you want to delete this user?</b> This action cannot be undone.
            </Trans>
          </p>
          <p>{removalMessage(viewer, user)}</p>
        </ConfirmDialog>
      )}
    </UserDialogFrame>
  );
}

/** What is lost and what stays. */
function removalMessage(viewer: Viewer, user: User): string {
  if (!viewer.isStaff) return lostOrganization(user, viewer.organization);
  const who = userName(user) === user.email ? user.email : `${userName(user)} (${user.email})`;
  return t`${who} is signed out everywhere and can no longer sign in. What they did stays in the audit log, and the e-mail is free for a new account.`;
}
