import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { focusFirstWrong } from "../../property/entry/focus-first-wrong.ts";
import { UserFields } from "../form/UserFields.tsx";
import { type Enums, useUserForm } from "../form/use-user-form.ts";
import { createUser, type Invited } from "../form/user-calls.ts";
import type { UserDialogProps } from "../queries/use-users.ts";
import { CreatedScreen } from "./CreatedScreen.tsx";
import { CreateFailedScreen, isTakenEmail } from "./CreateFailedScreen.tsx";
import { InvitationLink } from "./InvitationLink.tsx";
import { WithRoles } from "./WithRoles.tsx";

/** Creates and invites a user: the form, then a screen with the result. */
export default function CreateUser(props: UserDialogProps): ReactNode {
  return (
    <WithRoles opened={props.opened} onClose={props.onClose} title="Create User">
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
        title="Create User"
        footer={
          <>
            <Button variant="default" onClick={addNew}>
              Add new user
            </Button>
            <Button onClick={onDone}>Close</Button>
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
        title="Create User"
        footer={
          <>
            <Button variant="default" onClick={onClose}>
              Close
            </Button>
            {/* What can be done with the account that there is comes first. */}
            <Button variant={viewer.isStaff && isTakenEmail(save.error) ? "default" : "filled"} onClick={tryAgain}>
              Try again
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
      title="Create User"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={save.isPending}>
            Create User
          </Button>
        </>
      }
    >
      <UserFields entry={entry} viewer={viewer} user={null} />
    </Dialog>
  );
}
