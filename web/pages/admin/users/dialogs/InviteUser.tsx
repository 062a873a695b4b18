import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import { type Invited, inviteAgain } from "../form/user-calls.ts";
import type { UserDialogProps } from "../queries/use-users.ts";
import { userName } from "../queries/user-text.ts";
import { InvitationLink } from "./InvitationLink.tsx";
import { UserDialogFrame } from "./UserDialogFrame.tsx";

/** Invites somebody again who has not chosen a password yet. */
export default function InviteUser(props: UserDialogProps): ReactNode {
  const { view, opened, onClose, onDone } = props;
  const [made, setMade] = useState<Invited>();
  if (made?.invitation_link) {
    return <InvitationLink user={made} link={made.invitation_link} opened={opened} onClose={onDone} />;
  }
  return (
    <UserDialogFrame {...props} title={t`Invite again`} size="small">
      {(user) => (
        <ConfirmDialog
          opened={opened}
          onClose={onClose}
          title={t`Invite again`}
          action={t`Invite again`}
          harmless
          impossible={
            user.invitation === null && made === undefined
              ? t`${userName(user)} already has a working account. A forgotten password can be reset on the sign-in page.`
              : undefined
          }
          write={() => inviteAgain(view.viewer, user)}
          onDone={(answer) => {
            setMade(answer);
            if (answer.invitation_link !== null) return;
            toast({ title: t`Invited Again`, message: t`A new link is on its way to ${user.email}.` });
            onDone();
          }}
        >
          <p>
            {t`${user.email} gets a new link to choose a password. It works for 7 days; earlier links stop working at once.`}
          </p>
        </ConfirmDialog>
      )}
    </UserDialogFrame>
  );
}
