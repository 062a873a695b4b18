import { Select } from "@mantine/core";
import type { AccessFieldsProps } from "./access-fields.ts";
import "@mantine/core/styles/Combobox.layer.css";
import type { ReactNode } from "react";
import { roleNames } from "../../../../app/role-names.ts";
import { FixedChoice } from "../../../../components/filters/FixedChoice.tsx";
import type { Viewer } from "../queries/viewer.ts";
import { CheckList } from "./CheckList.tsx";
import classes from "./form.module.css";
import { OrganizationFields } from "./OrganizationFields.tsx";
import { PropertyFields } from "./PropertyFields.tsx";
import { permissionChoices } from "./permission-choices.ts";
import { type Access, membershipIn, withAccess, withRole } from "./user-form.ts";

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
        label="Role"
        placeholder="Choose a role"
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
          <FixedChoice name="Organization" value={viewer.organization.name} />
        </div>
      )}
      <CheckList
        label="Permissions"
        choices={permissionChoices(enums, had ?? [])}
        chosen={access.permissions}
        onChange={(permissions) => take({ ...access, permissions })}
        onLeave={() => form.validateField(`${prefix}permissions`)}
        error={form.errors[`${prefix}permissions`]}
        emptyText="There is no permission that you may give."
      />
      <PropertyFields entry={entry} user={user} part={part} />
    </>
  );
}
