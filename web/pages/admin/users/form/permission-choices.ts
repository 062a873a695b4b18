import type { Permission } from "../../../../../contract/session.ts";
import type { User } from "../../../../../contract/users.ts";
import { permissionNames } from "../../../../app/role-names.ts";
import type { Choice } from "./CheckList.tsx";
import type { Enums } from "./use-user-form.ts";

const all: readonly Permission[] = ["reporting.view_asset_data_report", "reporting.view_property_data_report"];

/**
 * All permissions. Nobody gives what they lack themselves, but what a user has already may stay.
 * @param user null: a new one
 */
export function permissionChoices(
  { permissions }: Pick<Enums, "permissions">,
  user: User | null,
): Choice<Permission>[] {
  return all.map((name) => {
    const isOpen = [...permissions, ...(user?.permissions ?? [])].some((one) => one.name === name);
    return {
      value: name,
      label: permissionNames[name],
      ...(isOpen ? {} : { barred: "You do not have it yourself, so you cannot give it." }),
    };
  });
}
