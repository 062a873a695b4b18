import { Select } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import type { ReactNode } from "react";
import type { User } from "../../../../../contract/users.ts";
import { roleNames } from "../../../../app/role-names.ts";
import { FixedChoice } from "../../../../components/filters/FixedChoice.tsx";
import type { Viewer } from "../viewer.ts";
import { CheckList } from "./CheckList.tsx";
import classes from "./form.module.css";
import { OrganizationFields } from "./OrganizationFields.tsx";
import { PropertyFields } from "./PropertyFields.tsx";
import { permissionChoices } from "./permission-choices.ts";
import type { UserEntry } from "./use-user-form.ts";
import { withRole } from "./user-form.ts";

interface Props {
  entry: UserEntry;
  viewer: Viewer;
  /** null: a new one. */
  user: User | null;
}

/** A role, and what comes with it: organizations, permissions and properties. */
export function AccessFields({ entry, viewer, user }: Props): ReactNode {
  const { form, enums, isStaff, blank } = entry;
  const { values } = form;
  return (
    <>
      <Select
        classNames={{ option: classes.option }}
        label="Role"
        placeholder="Choose a role"
        data={enums.roles.map(({ id, name }) => ({ value: String(id), label: roleNames[name] }))}
        allowDeselect={false}
        maxDropdownHeight={200}
        // Its list closes when the field is left, and must not take the focus back from the next one.
        comboboxProps={{ returnFocus: false }}
        size="xs"
        {...form.getInputProps("role")}
        onChange={(role) => entry.take(withRole(values, role, isStaff, blank))}
      />
      {viewer.isStaff ? (
        <OrganizationFields entry={entry} user={user} />
      ) : (
        <div className={classes.fixed}>
          <FixedChoice name="Organization" value={viewer.organization.name} />
        </div>
      )}
      <CheckList
        label="Permissions"
        choices={permissionChoices(enums, user)}
        chosen={values.permissions}
        onChange={(chosen) => form.setFieldValue("permissions", chosen)}
        onLeave={() => form.validateField("permissions")}
        error={form.errors.permissions}
        emptyText="There is no permission that you may give."
      />
      <PropertyFields entry={entry} />
    </>
  );
}
