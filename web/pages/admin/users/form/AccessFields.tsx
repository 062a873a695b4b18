import { t } from "@lingui/core/macro";
import { Select } from "@mantine/core";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import type { AccessFieldsProps } from "./access-fields.ts";
import "@mantine/core/styles/Combobox.layer.css";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Permission } from "../../../../../contract/accounts/session.ts";
import { permissionNames, roleNames } from "../../../../app/role-names.ts";
import { FixedChoice } from "../../../../components/filters/FixedChoice.tsx";
import { propertiesOfQuery } from "../queries/users-queries.ts";
import type { Viewer } from "../queries/viewer.ts";
import { CheckList, type Choice } from "./CheckList.tsx";
import classes from "./form.module.css";
import { OrganizationFields } from "./OrganizationFields.tsx";
import type { Enums } from "./use-user-form.ts";
import { type Access, membershipIn, tickedProperties, withAccess, withRole } from "./user-form.ts";

/** A role, and what comes with it: organizations, permissions and properties. */
export function AccessFields({ entry, viewer, user, part }: AccessFieldsProps & { viewer: Viewer }): ReactNode {
  const { form, enums, isStaff, blank } = entry;
  const { values } = form;
  const { access, index, prefix } = part;
  const take = (next: Access) => entry.take(withAccess(values, index, next));
  const had = user?.is_staff
    ? user.permissions
    : user && membershipIn(user, access.assigned_organizations[0])?.permissions;
  // Staff have one role for all their organizations: it is chosen in the first part.
  const roles = enums.roles.filter((role) => index === null || !role.is_staff);
  return (
    <>
      <Select
        classNames={{ option: classes.option }}
        label={t`Role`}
        placeholder={t`Choose a role`}
        data={roles.map(({ id, name }) => ({ value: String(id), label: roleNames[name] }))}
        allowDeselect={false}
        maxDropdownHeight={200}
        // Its list closes when the field is left, and must not take the focus back from the next one.
        comboboxProps={{ returnFocus: false }}
        size="xs"
        {...form.getInputProps(`${prefix}role`)}
        onChange={(role) =>
          index === null ? entry.take(withRole(values, role, isStaff, blank)) : take({ ...access, role })
        }
      />
      {viewer.isStaff ? (
        <OrganizationFields entry={entry} user={user} part={part} />
      ) : (
        <div className={classes.fixed}>
          <FixedChoice name={t`Organization`} value={viewer.organization.name} />
        </div>
      )}
      <CheckList
        label={t`Permissions`}
        choices={permissionChoices(enums, had ?? [])}
        chosen={access.permissions}
        onChange={(permissions) => take({ ...access, permissions })}
        onLeave={() => form.validateField(`${prefix}permissions`)}
        error={form.errors[`${prefix}permissions`]}
        emptyText={t`There is no permission that you may give.`}
      />
      <PropertyFields entry={entry} user={user} part={part} />
    </>
  );
}

const all: readonly Permission[] = ["reporting.view_asset_data_report", "reporting.view_property_data_report"];

/**
 * All permissions. Nobody gives what they lack themselves, but what a user has already may stay.
 * @param had the permissions that the user has there already
 */
function permissionChoices(
  { permissions }: Pick<Enums, "permissions">,
  had: readonly { name: Permission }[],
): Choice<Permission>[] {
  return all.map((name) => {
    const isOpen = [...permissions, ...had].some((one) => one.name === name);
    return {
      value: name,
      label: permissionNames[name],
      ...(isOpen ? {} : { barred: t`You do not have it yourself, so you cannot give it.` }),
    };
  });
}

/** The properties of a user who is not staff; a single one is not offered as a choice. */
function PropertyFields({ entry, part }: AccessFieldsProps): ReactNode {
  const { form, isStaff } = entry;
  const { access, index, prefix } = part;
  const { role, assigned_organizations } = access;
  const organization = isStaff(role) ? undefined : assigned_organizations[0];
  const properties = useQuery({ ...propertiesOfQuery(organization ?? 0), enabled: organization !== undefined });
  if (organization === undefined) return null;
  if (properties.isError) {
    return (
      <div className={classes.wide}>
        <QueryFailure query={properties} what={t`The properties`} inline />
      </div>
    );
  }
  const offered = properties.data ?? [];
  const [only, ...others] = offered;
  if (only !== undefined && others.length === 0) {
    return (
      <div className={classes.wide}>
        <FixedChoice name={t`Property`} value={only.name} />
      </div>
    );
  }
  const isAdmin = role === "3";
  return (
    <CheckList
      label={t`Properties`}
      choices={offered.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={tickedProperties(
        access,
        offered.map(({ id }) => id),
      )}
      onChange={(chosen) => entry.take(withAccess(form.values, index, { ...access, assigned_properties: chosen }))}
      onLeave={() => form.validateField(`${prefix}assigned_properties`)}
      error={form.errors[`${prefix}assigned_properties`]}
      hint={
        isAdmin ? t`An organization admin sees every property of the organization, whichever are ticked.` : undefined
      }
      isLoading={properties.isPending}
      emptyText={t`No properties found`}
    />
  );
}
