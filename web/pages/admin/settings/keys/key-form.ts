import { t } from "@lingui/core/macro";
import type { Permission } from "../../../../../contract/accounts/session.ts";
import type { Rules } from "../../../../app/form/use-entry.ts";
import { permissionNames } from "../../../../app/role-names.ts";

/** What is typed into the form of a key; lists with commas between. */
export interface KeyForm extends Record<string, string> {
  name: string;
  permissions: string;
  /** Ids; empty: all properties. */
  property_ids: string;
  expires_at: string;
}

const permissions: readonly Permission[] = ["reporting.view_property_data_report", "reporting.view_asset_data_report"];

/** A new key's form: all that its maker may give. */
export function newKeyForm(own: readonly Permission[]): KeyForm {
  return { name: "", permissions: listed(own), property_ids: "", expires_at: "" };
}

/** The permissions that a key can have; nobody gives what they lack. */
export function permissionChoices(own: readonly Permission[]) {
  return permissions.map((value) => ({
    value,
    label: permissionNames[value],
    barred: own.includes(value) ? undefined : t`You do not have it yourself, so you cannot give it`,
  }));
}

/** A list as the form keeps it. */
export function listed(values: readonly (string | number)[]): string {
  return values.join(",");
}

export function idsIn(text: string): number[] {
  return text === "" ? [] : text.split(",").map(Number);
}

export function permissionsIn(text: string): Permission[] {
  const named = text.split(",");
  return permissions.filter((one) => named.includes(one));
}

/** The last instant of a day (yyyy-MM-dd) on the reader's clock. */
export function endOfDay(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(new Date(year, month - 1, date + 1).getTime() - 1000).toISOString();
}

/** What is wrong with a key's fields as typed. */
export const keyRules: Rules<KeyForm> = {
  name: (typed) => {
    const text = typed.trim();
    if (text === "") return t`Give the key a name.`;
    return text.length > 100 ? t`The name has at most 100 characters.` : null;
  },
  permissions: (typed) => (typed === "" ? t`Choose at least one permission.` : null),
  expires_at: (typed) =>
    typed !== "" && Date.parse(endOfDay(typed)) < Date.now() ? t`Choose a day that is not over yet.` : null,
};
