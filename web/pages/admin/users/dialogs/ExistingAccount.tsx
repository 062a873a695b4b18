import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { roleNames } from "../../../../app/role-names.ts";
import { toast } from "../../../../app/toast.ts";
import { locale } from "../../../../language/language.ts";
import type { UserEntry } from "../form/use-user-form.ts";
import { addMemberships, type Invited } from "../form/user-calls.ts";
import { accessParts, membershipIn } from "../form/user-form.ts";
import type { UsersView } from "../queries/use-users.ts";
import { rolesLabel, userName } from "../queries/user-text.ts";
import { accountQuery, organizationsQuery } from "../queries/users-queries.ts";
import classes from "../users.module.css";

interface Props {
  entry: UserEntry;
  view: UsersView;
  /** They are in the organizations now. */
  onAdded: (answer: Invited) => void;
}

/** Whose the e-mail is, and a way to add the organizations of the form to that account. */
export function ExistingAccount({ entry, view, onAdded }: Props): ReactNode {
  const { values } = entry.form;
  const account = useQuery(accountQuery(values.email.trim().toLowerCase()));
  const organizations = useQuery(organizationsQuery());
  if (account.isError) {
    return <QueryFailure query={account} what={t`This account`} inline />;
  }
  if (!account.data) return null;
  const user = account.data;
  const chosen = accessParts(values).flatMap(({ access }) =>
    (organizations.data ?? []).filter(({ id }) => access.assigned_organizations.includes(id)),
  );
  const added = chosen.filter(({ id }) => membershipIn(user, id) === undefined);
  if (!entry.isStaff(values.role) && !user.is_staff && added.length > 0) {
    return <AddToOrganizations user={user} organizations={added} entry={entry} onAdded={onAdded} />;
  }
  const isOfStaff = entry.isStaff(values.role) || user.is_staff || chosen.length === 0;
  const what = isOfStaff ? rolesLabel(user) : t`who is in ${listOf(chosen)} already`;
  return (
    <div className={classes.existing}>
      <p>{t`It is ${userName(user)}, ${what}.`}</p>
      <Button onClick={() => view.open("edit", user.id)}>{t`Open ${userName(user)}`}</Button>
    </div>
  );
}

interface AddProps {
  user: User;
  /** Those of the form that the user is not in. */
  organizations: readonly { id: number; name: string }[];
  entry: UserEntry;
  onAdded: (answer: Invited) => void;
}

function AddToOrganizations({ user, organizations, entry, onAdded }: AddProps): ReactNode {
  const client = useQueryClient();
  const { form, enums } = entry;
  const parts = organizations.flatMap((organization) =>
    accessParts(form.values)
      .filter(({ access }) => access.assigned_organizations[0] === organization.id)
      .map(({ access }) => ({ organization, role: enums.roles.find(({ id }) => String(id) === access.role) })),
  );
  const mutationKey = ["add to organizations", user.id];
  const add = useMutation({
    mutationKey,
    mutationFn: async () => {
      const { memberships } = await entry.fill(form.getValues());
      const all = memberships === null ? [] : [memberships.first, ...memberships.further];
      return addMemberships(
        user,
        all.filter(({ organization_id }) => organizations.some(({ id }) => id === organization_id)),
      );
    },
    onSuccess: (answer) => {
      toast({ title: t`Access Given`, message: t`${userName(user)} is in ${listOf(organizations)} now.` });
      onAdded(answer);
      void client.invalidateQueries();
    },
  });
  const roles = new Set([...user.roles.map(({ id }) => id), ...parts.map(({ role }) => role?.id)]);
  const offer = listOf(
    parts.map(({ organization, role }) => ({
      name: `${organization.name}${role ? t` as ${roleNames[role.name]}` : ""}`,
    })),
  );
  return (
    <div className={classes.existing}>
      <p>
        {t`It is ${userName(user)}. They can be added to ${offer}, with the permissions and properties chosen here. Their name, e-mail and other organizations stay as they are.`}
        {roles.size > 1 && t` With a second role they can no longer be edited here.`}
      </p>
      <Button loading={add.isPending} onClick={() => client.isMutating({ mutationKey }) === 0 && add.mutate()}>
        {organizations.length === 1 ? t`Add to this organization` : t`Add to these organizations`}
      </Button>
      <p className={classes.failure} role="alert">
        {add.error !== null && sentenceOf(add.error)}
      </p>
    </div>
  );
}

const list = new Intl.ListFormat(locale);
const listOf = (rows: readonly { name: string }[]) => list.format(rows.map(({ name }) => name));
