import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { userName } from "../queries/user-text.ts";
import { organizationsQuery } from "../queries/users-queries.ts";
import type { AccessFieldsProps } from "./access-fields.ts";
import { CheckList } from "./CheckList.tsx";
import classes from "./form.module.css";
import { accessParts, membershipIn, type UserForm, withAccess, withOrganization } from "./user-form.ts";

/** The organizations of a staff role, the one of any other; nothing before a role is chosen. */
export function OrganizationFields({ entry, user, part }: AccessFieldsProps): ReactNode {
  const { form, isStaff } = entry;
  const organizations = useQuery(organizationsQuery());
  const { values } = form;
  const { access, index, prefix } = part;
  if (values.role === null)
    return (
      <p className={classes.ask}>
        <Trans>What else there is to choose depends on the role.</Trans>
      </p>
    );
  const error = form.errors[`${prefix}assigned_organizations`];
  const failed = organizations.isError && (
    <div className={classes.wide}>
      <QueryFailure query={organizations} what={t`The organizations`} inline />
    </div>
  );
  const all = organizations.data ?? user?.assigned_organizations ?? [];
  if (isStaff(values.role)) {
    return (
      <>
        {failed}
        <CheckList
          label={t`Organizations`}
          choices={all.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={values.assigned_organizations}
          onChange={(chosen) => form.setFieldValue("assigned_organizations", chosen)}
          onLeave={() => form.validateField("assigned_organizations")}
          error={error}
          hint={values.role === "1" ? t`An IONAdmin sees every organization, whichever are ticked.` : undefined}
          isLoading={organizations.isPending}
          emptyText={t`No organizations found`}
        />
      </>
    );
  }
  const [chosen] = access.assigned_organizations;
  const saved = user?.memberships ?? [];
  // Its name stands above it, and the way out of it beside that.
  if (saved.length > 1 && saved.some(({ organization }) => organization.id === chosen)) return null;
  const others = accessParts(values).flatMap((one) => (one.index === index ? [] : one.access.assigned_organizations));
  const offered = all.filter(({ id }) => !others.includes(id));
  return (
    <>
      <Select
        id={organizationFieldId(entry.formId, index)}
        classNames={{ option: classes.option }}
        label={t`Organization`}
        placeholder={t`Choose an organization`}
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t`No organizations found`}
        maxDropdownHeight={240}
        comboboxProps={{ returnFocus: false }}
        size="xs"
        value={chosen === undefined ? null : String(chosen)}
        error={error}
        onBlur={() => form.validateField(`${prefix}assigned_organizations`)}
        onChange={(value) => {
          const next = withOrganization(access, value === null ? null : Number(value), user);
          entry.take(withAccess(values, index, next));
        }}
      />
      {failed}
      {user !== null && index === null && (
        <p className={`${classes.wide} ${classes.hint}`}>{whatIsLost(user, values)}</p>
      )}
    </>
  );
}

/** Where the focus goes when an organization is added. */
export function organizationFieldId(formId: string, index: number | null): string {
  return `${formId}-organization-${index ?? "first"}`;
}

/** What another organization means for somebody who is in one. */
function whatIsLost(user: User, values: UserForm): string | null {
  const [only, ...others] = user.memberships;
  const chosen = accessParts(values).flatMap(({ access }) => access.assigned_organizations);
  if (only === undefined || others.length > 0 || chosen.length === 0) return null;
  if (chosen.some((organization) => membershipIn(user, organization) !== undefined)) return null;
  return t`Saving takes ${userName(user)} out of ${only.organization.name}.`;
}
