import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { ApiError } from "../../../../app/api-error.ts";
import { focusFirstWrong } from "../../../../app/form/focus-first-wrong.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { UserFields } from "../form/UserFields.tsx";
import { type Enums, type UserEntry, useUserForm } from "../form/use-user-form.ts";
import { createUser, type Invited } from "../form/user-calls.ts";
import type { UserDialogProps, UsersView } from "../queries/use-users.ts";
import { ExistingAccount } from "./ExistingAccount.tsx";
import { InvitationLink } from "./InvitationLink.tsx";
import { LinkToHandOn } from "./LinkToHandOn.tsx";
import { Outcome } from "./Outcome.tsx";
import { WithRoles } from "./WithRoles.tsx";

/** Creates and invites a user: the form, then a screen with the result. */
export default function CreateUser(props: UserDialogProps): ReactNode {
  return (
    <WithRoles opened={props.opened} onClose={props.onClose} title={t`Create User`}>
      {(enums) => <Create {...props} enums={enums} />}
    </WithRoles>
  );
}

function Create({ view, opened, onClose, onDone, enums }: UserDialogProps & { enums: Enums }): ReactNode {
  const { viewer } = view;
  const [added, setAdded] = useState<Invited>();
  const entry = useUserForm({
    viewer,
    user: null,
    enums,
    write: (filled) => createUser(viewer, filled),
    // What became of it is a screen of its own.
    onDone: () => {},
    onFailed: () => {},
  });
  const { form, save, blank, formId } = entry;
  const backToForm = () => {
    flushSync(save.reset);
    form.getInputNode("email")?.focus();
  };
  const addNew = () => {
    form.setValues(blank);
    form.clearErrors();
    form.resetDirty(blank);
    backToForm();
  };
  const tryAgain = () => {
    backToForm();
    focusFirstWrong(formId);
  };
  if (added?.invitation_link) {
    return <InvitationLink user={added} link={added.invitation_link} opened={opened} onClose={onDone} />;
  }
  if (save.isSuccess) {
    return (
      <Dialog
        opened={opened}
        onClose={onDone}
        title={t`Create User`}
        footer={
          <>
            <Button variant="default" onClick={addNew}>
              <Trans>Add new user</Trans>
            </Button>
            <Button onClick={onDone}>
              <Trans>Close</Trans>
            </Button>
          </>
        }
      >
        <CreatedScreen user={save.data} />
      </Dialog>
    );
  }
  if (save.isError) {
    return (
      <Dialog
        opened={opened}
        onClose={onClose}
        title={t`Create User`}
        footer={
          <>
            <Button variant="default" onClick={onClose}>
              <Trans>Close</Trans>
            </Button>
            {/* What can be done with the account that there is comes first. */}
            <Button variant={viewer.isStaff && isTakenEmail(save.error) ? "default" : "filled"} onClick={tryAgain}>
              <Trans>Try again</Trans>
            </Button>
          </>
        }
      >
        <CreateFailedScreen
          error={save.error}
          entry={entry}
          view={view}
          onAdded={(answer) => {
            setAdded(answer);
            if (answer.invitation_link === null) onDone();
          }}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Create User`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={formId} loading={save.isPending}>
            <Trans>Create User</Trans>
          </Button>
        </>
      }
    >
      <UserFields entry={entry} viewer={viewer} user={null} />
    </Dialog>
  );
}

/** A user was made. */
function CreatedScreen({ user }: { user: Invited }): ReactNode {
  return (
    <Outcome
      look="good"
      icon={<IconCircleCheck size={24} stroke={1.5} aria-hidden="true" />}
      title={t`User created successfully!`}
    >
      {user.invitation_link === null ? (
        <p>
          <Trans>The user will receive an email to set their password and complete the account setup.</Trans>
        </p>
      ) : (
        <LinkToHandOn email={user.email} link={user.invitation_link} />
      )}
    </Outcome>
  );
}

interface Props {
  error: Error;
  entry: UserEntry;
  view: UsersView;
  /** The account that there is was added to the organizations of the form. */
  onAdded: (answer: Invited) => void;
}

/** No user was made; nothing typed is lost. */
function CreateFailedScreen({ error, entry, view, onAdded }: Props): ReactNode {
  const icon = <IconAlertTriangle size={24} stroke={1.5} aria-hidden="true" />;
  if (isTakenEmail(error)) {
    return (
      <Outcome look="bad" icon={icon} title={t`Account Already Exists!`}>
        <p>
          <Trans>An account is already registered with this email address.</Trans>
        </p>
        {view.viewer.isStaff ? (
          <ExistingAccount entry={entry} view={view} onAdded={onAdded} />
        ) : (
          <p>
            <Trans>Ask the staff of the installation to add this account to your organization.</Trans>
          </p>
        )}
      </Outcome>
    );
  }
  return (
    <Outcome look="bad" icon={icon} title={t`Error Creating User`}>
      <p>
        <Trans>An unexpected error occurred. Please try again.</Trans>
      </p>
      {error instanceof ApiError && <p>{reasonOf(error)}</p>}
    </Outcome>
  );
}

/** Whether there is an account with the e-mail already. */
function isTakenEmail(error: Error): boolean {
  return error instanceof ApiError && error.code === "email_taken";
}

/** The server's reason: errors of single fields, else one message. */
function reasonOf({ fields, detail }: ApiError): string {
  return [...new Set(Object.values(fields))].join(" ") || detail;
}
