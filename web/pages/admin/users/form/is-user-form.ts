import type { UserForm } from "./user-form.ts";

/** Whether a parsed JSON value is what is typed into the form of a user. */
export function isUserForm(value: unknown): value is UserForm {
  const entries = entriesOf(value);
  const further = entries.get("further");
  return (
    ["email", "first_name", "last_name", "business_title"].every((name) => typeof entries.get(name) === "string") &&
    isAccess(entries) &&
    Array.isArray(further) &&
    further.every((one) => isAccess(entriesOf(one)))
  );
}

function isAccess(entries: ReadonlyMap<string, unknown>): boolean {
  const isList = (name: string, kind: string) => {
    const list = entries.get(name);
    return Array.isArray(list) && list.every((one) => typeof one === kind);
  };
  return (
    (entries.get("role") === null || typeof entries.get("role") === "string") &&
    isList("permissions", "string") &&
    isList("assigned_organizations", "number") &&
    (entries.get("assigned_properties") === null || isList("assigned_properties", "number"))
  );
}

function entriesOf(value: unknown): Map<string, unknown> {
  return new Map(typeof value === "object" && value !== null ? Object.entries(value) : []);
}
