import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type ReactNode, useId, useState } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import entry from "../../../../app/form/entry.module.css";
import { permissionNames, roleNames } from "../../../../app/role-names.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import type { Organization } from "../form/OrganizationParts.tsx";
import type { UserDialogProps } from "../queries/use-users.ts";
import { userName, whyNotEdited } from "../queries/user-text.ts";
import { RemoveFromOrganization } from "./RemoveFromOrganization.tsx";
import { UserActions } from "./UserActions.tsx";

/** A user that cannot be edited: why, what they may, and the ways out of their organizations. */
export function ReadOnlyUser({ view, opened, onClose, onDone, user }: UserDialogProps & { user: User }): ReactNode {
  const [removing, setRemoving] = useState<Organization>();
  const staff = user.roles.filter(({ is_staff }) => is_staff);
  const isLeft = view.viewer.isStaff && !user.is_read_only;
  if (removing) {
    return (
      <RemoveFromOrganization
        user={user}
        organization={removing}
        opened={opened}
        onClose={() => setRemoving(undefined)}
        onDone={onDone}
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
          <UserActions view={view} user={user} />
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        </>
      }
    >
      <div className={entry.form}>
        <p>{whyNotEdited(user)}</p>
        <dl className={entry.facts}>
          <dt>
            <Trans>User</Trans>
          </dt>
          <dd>{userName(user) === user.email ? user.email : `${userName(user)}, ${user.email}`}</dd>
          {staff.map(({ id, name }) => (
            <Fact key={`staff ${id}`} name={t`Staff`} value={roleNames[name]} />
          ))}
          {user.memberships.map(({ organization, role, permissions }) => (
            <Fact
              key={organization.id}
              name={organization.name}
              value={[roleNames[role.name], ...permissions.map(({ name }) => permissionNames[name])].join(", ")}
              onRemove={isLeft ? () => setRemoving(organization) : undefined}
            />
          ))}
        </dl>
      </div>
    </Dialog>
  );
}

interface FactProps {
  name: string;
  value: string;
  /** Asks whether to take the organization that it is about. */
  onRemove?: (() => void) | undefined;
}

function Fact({ name, value, onRemove }: FactProps): ReactNode {
  const id = useId();
  return (
    <>
      <dt id={id}>{name}</dt>
      <dd>
        {value}
        {onRemove && (
          <div>
            <Button variant="default" aria-describedby={id} onClick={onRemove}>
              <Trans>Remove from this organization</Trans>
            </Button>
          </div>
        )}
      </dd>
    </>
  );
}
