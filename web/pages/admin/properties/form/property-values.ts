import type { PropertyRow } from "../../../../../contract/inventory.ts";

/** What is typed about a property, and how each is called on the screen. */
export const fieldNames = {
  name: "Name",
  street: "Street",
  city: "City",
  state: "State",
  zip_code: "ZIP code",
  contact_phone: "Contact phone",
  contact_email: "Contact e-mail",
  time_zone: "Time zone",
} as const;

export type Field = keyof typeof fieldNames;
export type PropertyValues = Record<Field, string>;
const names: Record<string, string> = fieldNames;
export const fields = Object.keys(fieldNames).filter((name): name is Field => name in names);

export const noValues: PropertyValues = {
  name: "",
  street: "",
  city: "",
  state: "",
  zip_code: "",
  contact_phone: "",
  contact_email: "",
  time_zone: "",
};

/** What is known of a property as the form has it. */
export function valuesOf(row: PropertyRow): PropertyValues {
  const { name, street, city, state, zip_code, contact_phone, contact_email, time_zone } = row;
  return { name, street, city, state, zip_code, contact_phone, contact_email, time_zone };
}

/** The fields in which the values differ, spaces around them apart. */
export function changedFields(one: PropertyValues, other: PropertyValues): Field[] {
  return fields.filter((field) => one[field].trim() !== other[field].trim());
}

/** Only some of the fields. */
export function pick(values: PropertyValues, some: readonly Field[]): Partial<PropertyValues> {
  return Object.fromEntries(some.map((field) => [field, values[field].trim()]));
}

/** Somebody else changed a field: `theirs` is what it is now; where `isOurs` it was changed here, too, and stays as typed. */
export interface NewerField {
  field: Field;
  theirs: string;
  isOurs: boolean;
}

/**
 * Puts what somebody else saved meanwhile into what is typed: fields that were left alone here become theirs.
 * @param begun what the typing began with @param newer what is on the server now
 */
export function takeNewer(
  begun: PropertyValues,
  newer: PropertyValues,
  typed: PropertyValues,
): { values: PropertyValues; changed: NewerField[] } {
  const values = { ...typed };
  const ours = new Set(changedFields(begun, typed));
  const changed = changedFields(begun, newer).map((field) => {
    const isOurs = ours.has(field);
    if (!isOurs) values[field] = newer[field];
    return { field, theirs: newer[field], isOurs };
  });
  return { values, changed };
}
