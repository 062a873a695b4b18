import type { ReactNode } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { toast } from "../../../../app/toast.ts";
import { useMe } from "../../../../app/use-me.ts";
import { ConfirmDialog } from "../../property/entry/ConfirmDialog.tsx";
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
  const title = viewer.isStaff ? "Delete user" : "Revoke access";
  return (
    <UserDialogFrame {...props} title={title} size="small">
      {(user) => (
        <ConfirmDialog
          opened={opened}
          onClose={onClose}
          title={title}
          action="Delete"
          impossible={whyNotRemoved(user, me.id) ?? undefined}
          write={() => removeUser(viewer, user)}
          onDone={() => {
            const message = viewer.isStaff
              ? `${userName(user)} can no longer sign in.`
              : `${userName(user)} no longer sees ${viewer.organization.name}.`;
            toast({ title: viewer.isStaff ? "User Deleted" : "Access Revoked", message });
            onDone();
          }}
        >
          <p>
            <b>Are you sure you want to delete this user?</b> This action cannot be undone.
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
  return `${who} is signed out everywhere and can no longer sign in. What they did stays in the audit log, and the e-mail is free for a new account.`;
}
