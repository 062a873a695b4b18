import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { User } from "../../../../contract/users.ts";
import { permissionNames, roleNames } from "../../../app/role-names.ts";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import entry from "../property/entry/entry.module.css";
import { UserActions } from "./UserActions.tsx";
import type { UserDialogProps } from "./UserDialogs.tsx";
import { userName, whyNotEdited } from "./user-words.ts";

/** A user that cannot be edited: why, and what they may. */
export function ReadOnlyUser({ view, opened, onClose, user }: UserDialogProps & { user: User }): ReactNode {
  const staff = user.roles.filter(({ is_staff }) => is_staff);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title="Edit User"
      footer={
        <>
          <UserActions view={view} user={user} />
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <div className={entry.form}>
        <p>{whyNotEdited(user)}</p>
        <dl className={entry.facts}>
          <dt>User</dt>
          <dd>{userName(user) === user.email ? user.email : `${userName(user)}, ${user.email}`}</dd>
          {staff.map(({ id, name }) => (
            <Fact key={`staff ${id}`} name="Staff" value={roleNames[name]} />
          ))}
          {user.memberships.map(({ organization, role, permissions }) => (
            <Fact
              key={organization.id}
              name={organization.name}
              value={[roleNames[role.name], ...permissions.map(({ name }) => permissionNames[name])].join(", ")}
            />
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

function Fact({ name, value }: { name: string; value: string }): ReactNode {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}
