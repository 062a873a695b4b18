import { t } from "@lingui/core/macro";
/** One field of what changed; undefined: there was nothing, or is nothing any more. */
export interface FieldChange {
  field: string;
  was: string | undefined;
  is: string | undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * What changed, field by field, from the recorded values before and after. A created or deleted object has all its
 * fields, a changed one those that differ.
 */
export function whatChanged(before: unknown, after: unknown): FieldChange[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  return names
    .map((name) => ({
      field: fieldLabel(name),
      was: name in was ? valueText(was[name]) : undefined,
      is: name in is ? valueText(is[name]) : undefined,
    }))
    .filter((change) => change.was !== change.is);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (isRecord(value)) return value;
  return value === null || value === undefined ? {} : { value };
}

/** `time_zone` as people read it: "Time zone". */
function fieldLabel(name: string): string {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return t`none`;
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  if (Array.isArray(value) && value.every((one) => !isRecord(one) && !Array.isArray(one))) {
    return value.length === 0 ? t`none` : value.map(String).join(", ");
  }
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** The name of what it is about, where the record has one. */
export function nameOf(before: unknown, after: unknown): string | undefined {
  for (const side of [after, before]) {
    if (!isRecord(side)) continue;
    for (const field of ["name", "email", "serial_number", "gateway_serial_number"]) {
      const value = side[field];
      if (typeof value === "string" && value !== "") return value;
    }
  }
  return undefined;
}
