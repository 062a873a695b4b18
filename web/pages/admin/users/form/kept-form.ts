import { keepEntry, keptEntry } from "../../property/entry/kept-entry.ts";
import type { UserForm } from "./user-form.ts";

/** Keeps typed values when the session ends. @param name identifies the form, also among those of several users */
export function keepForm(me: number, name: string, values: UserForm): void {
  keepEntry(me, name, { form: JSON.stringify(values) });
}

/** What the same person had typed into the same form; undefined: nothing, or nothing that can be read. */
export function keptForm(me: number, name: string): UserForm | undefined {
  const kept = keptEntry(me, name, { form: "null" });
  try {
    const values: unknown = JSON.parse(kept?.form ?? "null");
    return isForm(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

function isForm(value: unknown): value is UserForm {
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
