import { t } from "@lingui/core/macro";
import type { PropertyRow } from "../../../../../contract/inventory/inventory.ts";

/** What is typed about a property, and how each is called on the screen. */
export const fieldNames = {
  name: t`Name`,
  street: t`Street`,
  city: t`City`,
  state: t`State`,
  zip_code: t`ZIP code`,
  contact_phone: t`Contact phone`,
  contact_email: t`Contact e-mail`,
  time_zone: t`Time zone`,
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
