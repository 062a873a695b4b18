import type { Me } from "../../../../../contract/accounts/session.ts";
import { permissionNames } from "../../../../app/role-names.ts";
import { formatCount } from "../../../../components/format.ts";

/** The reports that somebody sees, as the menu names them; "None" for none. */
export function reportNames(me: Me): string {
  return reportsOf(me).join(" and ") || "None";
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
  const reports = reportsOf(me).join(" and ");
  const sees = reports === "" ? "You see no reports yet" : `You see ${reports}`;
  const count = properties === undefined ? "the properties" : formatCount(properties, "property", "properties");
  const organization =
    me.organizations.find(({ id }) => id === me.current_organization_id)?.name ?? "your organization";
  switch (me.role) {
    case "IONAdmin":
      return "You see every organization with all of its properties, and you manage all users.";
    case "ION staff":
      return `${sees} for all properties of ${formatCount(me.organizations.length, "organization")}. IONAdmins decide which.`;
    case "organization admin":
      return `${sees} for all properties of ${organization}, and you manage its users.`;
    case "organization member":
      return `${sees} for ${count} in ${organization}. Its administrators decide which.`;
    case null:
      return "You have no role in any organization yet. An administrator can give you one.";
  }
}

const FIRST = 6;

/** Names of a list, the first few until all are wanted. @returns the names and how many are left out */
export function firstNames(names: readonly string[], all: boolean): { shown: string; more: number } {
  // One left out takes as much room as its name.
  const cut = all || names.length <= FIRST + 1 ? names.length : FIRST;
  return { shown: names.slice(0, cut).join(", ") || "None", more: names.length - cut };
}
