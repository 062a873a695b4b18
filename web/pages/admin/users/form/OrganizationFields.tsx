import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { User } from "../../../../../contract/users.ts";
import { notLoaded } from "../../../../app/api-error.ts";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { userName } from "../user-words.ts";
import { organizationsQuery } from "../users-query.ts";
import { CheckList } from "./CheckList.tsx";
import classes from "./form.module.css";
import type { UserEntry } from "./use-user-form.ts";
import { membershipIn, withOrganization } from "./user-form.ts";

interface Props {
  entry: UserEntry;
  /** null: a new one. */
  user: User | null;
}

/** The organizations of a staff role, the one of any other; nothing before a role is chosen. */
export function OrganizationFields({ entry, user }: Props): ReactNode {
  const { form, isStaff } = entry;
  const organizations = useQuery(organizationsQuery());
  const { values } = form;
  if (values.role === null) return <p className={classes.ask}>What else there is to say depends on the role.</p>;
  const error = form.errors.assigned_organizations;
  const failed = organizations.isError && (
    <div className={classes.wide}>
      <ErrorState
        inline
        message={notLoaded("The organizations", organizations.error)}
        onRetry={() => void organizations.refetch()}
      />
    </div>
  );
  const all = organizations.data ?? user?.assigned_organizations ?? [];
  if (isStaff(values.role)) {
    return (
      <>
        {failed}
        <CheckList
          label="Organizations"
          choices={all.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={values.assigned_organizations}
          onChange={(chosen) => form.setFieldValue("assigned_organizations", chosen)}
          onLeave={() => form.validateField("assigned_organizations")}
          error={error}
          hint={values.role === "1" ? "An IONAdmin sees every organization, whichever are ticked." : undefined}
          isLoading={organizations.isPending}
          emptyText="No organizations found"
        />
      </>
    );
  }
  const several = user !== null && user.memberships.length > 1;
  const offered = several ? user.memberships.map(({ organization }) => organization) : all;
  const chosen = values.assigned_organizations[0];
  return (
    <>
      <Select
        classNames={{ option: classes.option }}
        label="Organization"
        placeholder="Choose an organization"
        data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
        searchable
        allowDeselect={false}
        nothingFoundMessage="No organizations found"
        maxDropdownHeight={240}
        comboboxProps={{ returnFocus: false }}
        size="xs"
        value={chosen === undefined ? null : String(chosen)}
        error={error}
        onBlur={() => form.validateField("assigned_organizations")}
        onChange={(value) => entry.take(withOrganization(values, value === null ? null : Number(value), user))}
      />
      {failed}
      {user !== null && <p className={`${classes.wide} ${classes.hint}`}>{whatItMeans(user, chosen)}</p>}
    </>
  );
}

/** What another organization means for somebody who is in one, or in several. */
function whatItMeans(user: User, chosen: number | undefined): string | null {
  const [only, ...others] = user.memberships;
  if (others.length > 0) {
    return `${userName(user)} is in ${user.memberships.length} organizations, with permissions and properties in each. Choose the one to change; the others stay as they are.`;
  }
  if (only === undefined || chosen === undefined || membershipIn(user, chosen) !== undefined) return null;
  return `Saving takes ${userName(user)} out of ${only.organization.name}.`;
}
