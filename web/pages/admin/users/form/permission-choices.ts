import type { Permission } from "../../../../../contract/accounts/session.ts";
import { permissionNames } from "../../../../app/role-names.ts";
import type { Choice } from "./CheckList.tsx";
import type { Enums } from "./use-user-form.ts";

const all: readonly Permission[] = ["reporting.view_asset_data_report", "reporting.view_property_data_report"];

/**
 * All permissions. Nobody gives what they lack themselves, but what a user has already may stay.
 * @param had the permissions that the user has there already
 */
export function permissionChoices(
  { permissions }: Pick<Enums, "permissions">,
  had: readonly { name: Permission }[],
): Choice<Permission>[] {
  return all.map((name) => {
    const isOpen = [...permissions, ...had].some((one) => one.name === name);
    return {
      value: name,
      label: permissionNames[name],
      ...(isOpen ? {} : { barred: "You do not have it yourself, so you cannot give it." }),
    };
  });
}
