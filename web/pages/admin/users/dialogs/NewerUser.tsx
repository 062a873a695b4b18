import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { NewerVersion } from "../../../../app/form/NewerVersion.tsx";
import { permissionNames, roleNames } from "../../../../app/role-names.ts";
import type { Merged } from "../form/merge-newer.ts";
import { membershipIn, type UserField } from "../form/user-form.ts";
import { formatInstant } from "../queries/user-text.ts";
import { changesOfUsersQuery } from "../queries/users-queries.ts";

interface Props {
  newer: User;
  merged: Merged;
  /** The first of the form. */
  organization: number | undefined;
  onLoad: () => void;
}

const labels: Readonly<Record<UserField, string>> = {
  email: t`E-mail`,
  first_name: t`First name`,
  last_name: t`Last name`,
  business_title: t`Business title`,
  role: t`Role`,
  permissions: t`Permissions`,
  assigned_organizations: t`Organizations`,
  assigned_properties: t`Properties`,
  further: t`Access in other organizations`,
};

/** Shows who saved the same user meanwhile and what they changed, and offers to merge both. */
export function NewerUser({ newer, merged: { theirs, kept }, organization, onLoad }: Props): ReactNode {
  const changes = useQuery({ ...changesOfUsersQuery(), staleTime: 0 });
  const last = changes.data?.results.find(
    ({ object_id, action }) => object_id === String(newer.id) && action.startsWith("user."),
  );
  return (
    <NewerVersion
      by={t`${last?.actor ?? t`Somebody else`} changed this user meanwhile, at ${formatInstant(newer.modified_at)}.`}
      fields={theirs.map((field) => ({
        name: labels[field],
        theirs: fieldText(newer, field, organization),
        isOurs: kept.includes(field),
      }))}
      onLoad={onLoad}
    />
  );
}

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join(", ");

/** A field of a user as it reads in the form that begins with an organization. */
function fieldText(user: User, field: UserField, organization: number | undefined): string {
  const own = membershipIn(user, organization) ?? user.memberships[0];
  const roles = own ? [own.role] : user.roles;
  const permissionsOf = ({ permissions }: Pick<User, "permissions">) =>
    permissions.map(({ name }) => permissionNames[name]).join(", ");
  const others = user.memberships.filter((one) => one !== own);
  const texts = {
    email: user.email,
    first_name: user.first_name,
    last_name: user.last_name,
    business_title: user.business_title,
    role: roles.map(({ name }) => roleNames[name]).join(", "),
    permissions: permissionsOf(own ?? user),
    assigned_organizations: names(own ? [own.organization] : user.assigned_organizations),
    assigned_properties: names((own ?? user).assigned_properties),
    further: others
      .map(
        (one) =>
          `${one.organization.name} (${[roleNames[one.role.name], permissionsOf(one), names(one.assigned_properties)].join("; ")})`,
      )
      .join(", "),
  };
  return texts[field];
}
