import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { toast } from "../../../../app/toast.ts";
import { useMe } from "../../../../app/use-me.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { mergeNewer } from "../form/merge-newer.ts";
import type { Organization } from "../form/OrganizationParts.tsx";
import { UserFields } from "../form/UserFields.tsx";
import { type Enums, useUserForm } from "../form/use-user-form.ts";
import { changeUser, type Invited } from "../form/user-calls.ts";
import { accessParts, formOf, withoutAccess } from "../form/user-form.ts";
import { fieldErrors } from "../form/user-rules.ts";
import type { UserDialogProps } from "../queries/use-users.ts";
import { whyNotEdited } from "../queries/user-text.ts";
import { enumsQuery, userQuery } from "../queries/users-queries.ts";
import { InvitationLink } from "./InvitationLink.tsx";
import { NewerUser } from "./NewerUser.tsx";
import { ReadOnlyUser } from "./ReadOnlyUser.tsx";
import { RemoveFromOrganization } from "./RemoveFromOrganization.tsx";
import { UserActions } from "./UserActions.tsx";
import { UserDialogFrame } from "./UserDialogFrame.tsx";
import { WithRoles } from "./WithRoles.tsx";

/** Changes a user. */
export default function EditUser(props: UserDialogProps): ReactNode {
  // Together with the user, not after them.
  useQuery(enumsQuery());
  return (
    <UserDialogFrame {...props} title={t`Edit User`} size="medium">
      {(user) =>
        whyNotEdited(user) !== null ? (
          <ReadOnlyUser {...props} user={user} />
        ) : (
          <WithRoles opened={props.opened} onClose={props.onClose} title={t`Edit User`}>
            {(enums) => <Edit {...props} user={user} enums={enums} />}
          </WithRoles>
        )
      }
    </UserDialogFrame>
  );
}

interface EditProps extends UserDialogProps {
  user: User;
  enums: Enums;
}

function Edit({ view, opened, onClose, onDone, user, enums }: EditProps): ReactNode {
  const { viewer } = view;
  const me = useMe();
  const client = useQueryClient();
  /** The version that the form began with. */
  const [base, setBase] = useState(user);
  const [made, setMade] = useState<Invited>();
  const [failure, setFailure] = useState<string | null>(null);
  /** The organization whose removal waits for confirmation. */
  const [removing, setRemoving] = useState<Organization>();

  const entry = useUserForm({
    viewer,
    user: base,
    enums,
    write: (filled) => {
      setFailure(null);
      return changeUser(viewer, base, filled);
    },
    onDone: (answer) => {
      toast({ title: t`User Updated Successfully!`, message: t`The changes have been saved without issues.` });
      if (answer.invitation_link === null) onDone();
      else setMade(answer);
    },
    onFailed: (error) => {
      const message = t`An unexpected error occurred. Please try again.`;
      toast({ title: t`Error Updating User!`, message, destructive: true });
      if (error instanceof ApiError && error.code === "changed_meanwhile") void look();
      else setFailure(isFieldError(error) ? null : sentenceOf(error));
    },
  });
  const { form, save, formId, begun } = entry;
  const asForm = (one: User) => formOf(one, begun.assigned_organizations[0]);
  /** The version that somebody saved meanwhile, or before what is typed came back. */
  const [newer, setNewer] = useState(
    entry.isBack && mergeNewer(begun, form.values, asForm(user)).theirs.length > 0 ? user : undefined,
  );

  /** Whether what is wrong stands under a field of the form. */
  function isFieldError(error: Error): boolean {
    return error instanceof ApiError && Object.keys(fieldErrors(error.fields, form.values)).length > 0;
  }

  /** Loads what the other made of the user. */
  async function look() {
    try {
      const found = await client.fetchQuery({ ...userQuery(viewer, base.id), staleTime: 0 });
      if (found === null) setFailure(t`This user no longer exists. Nothing was saved.`);
      else setNewer(found);
    } catch (error) {
      setFailure(t`Somebody else changed this user meanwhile. ${sentenceOf(error)}`);
    }
  }

  const merged = newer && mergeNewer(begun, form.values, asForm(newer));

  if (made?.invitation_link) {
    return <InvitationLink user={made} link={made.invitation_link} opened={opened} onClose={onDone} />;
  }
  if (removing) {
    return (
      <RemoveFromOrganization
        user={base}
        organization={removing}
        opened={opened}
        onClose={() => setRemoving(undefined)}
        onDone={(answer) => {
          const gone = accessParts(form.values).find(({ access }) => access.assigned_organizations[0] === removing.id);
          if (gone) entry.takeFewer(withoutAccess(form.values, gone.index));
          entry.beginFrom(asForm(answer));
          setBase(answer);
          setRemoving(undefined);
        }}
      />
    );
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Edit User`}
      footer={
        <>
          <UserActions view={view} user={base} />
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={save.isPending} disabled={newer !== undefined}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <UserFields
        entry={entry}
        viewer={viewer}
        user={base}
        failure={failure}
        onRemove={setRemoving}
        notice={
          newer && merged ? (
            <NewerUser
              newer={newer}
              merged={merged}
              organization={begun.assigned_organizations[0]}
              onLoad={() => {
                entry.beginFrom(asForm(newer));
                form.setValues(merged.values);
                setBase(newer);
                setNewer(undefined);
              }}
            />
          ) : (
            base.id === me.id && t`This is your own account: what you take away here you lose at once.`
          )
        }
      />
    </Dialog>
  );
}
