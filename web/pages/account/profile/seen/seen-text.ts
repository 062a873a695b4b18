import { plural, t } from "@lingui/core/macro";
import type { Me } from "../../../../../contract/accounts/session.ts";
import { permissionNames } from "../../../../app/role-names.ts";

/** The reports that somebody sees, as the menu names them; "None" for none. */
export function reportNames(me: Me): string {
  return reportsOf(me).join(t` and `) || t`None`;
}

function reportsOf({ role, permissions }: Me): string[] {
  return Object.entries(permissionNames).flatMap(([permission, name]) =>
    role === "IONAdmin" || permissions.some((own) => own === permission) ? [name] : [],
  );
}

/**
 * What somebody sees and does here, in a sentence or two.
 * @param properties how many they see; undefined: not known yet
 */
export function seenSentence(me: Me, properties: number | undefined): string {
  const reports = reportsOf(me).join(t` and `);
  const sees = reports === "" ? t`You see no reports yet` : t`You see ${reports}`;
  const count =
    properties === undefined ? t`the properties` : plural(properties, { one: "# property", other: "# properties" });
  const organization =
    me.organizations.find(({ id }) => id === me.current_organization_id)?.name ?? t`your organization`;
  switch (me.role) {
    case "IONAdmin":
      return t`You see every organization with all of its properties, and you manage all users.`;
    case "ION staff":
      return t`${sees} for all properties of ${plural(me.organizations.length, { one: "# organization", other: "# organizations" })}. IONAdmins decide which.`;
    case "organization admin":
      return t`${sees} for all properties of ${organization}, and you manage its users.`;
    case "organization member":
      return t`${sees} for ${count} in ${organization}. Its administrators decide which.`;
    case null:
      return t`You have no role in any organization yet. An administrator can give you one.`;
  }
}

const FIRST = 6;

/** Names of a list, the first few until all are wanted. @returns the names and how many are left out */
export function firstNames(names: readonly string[], all: boolean): { shown: string; more: number } {
  // One left out takes as much room as its name.
  const cut = all || names.length <= FIRST + 1 ? names.length : FIRST;
  return { shown: names.slice(0, cut).join(", ") || t`None`, more: names.length - cut };
}
