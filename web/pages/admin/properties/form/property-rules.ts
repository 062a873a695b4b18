import { t } from "@lingui/core/macro";
import { nameError } from "../../../../app/form/rules.ts";
import type { Field } from "./property-values.ts";

const atMost = (most: number) => (typed: string) =>
  typed.trim().length > most ? t`Write at most ${most} characters.` : null;

const PHONE = 50;
const EMAIL = 254;

/** What is wrong with a contact's e-mail as typed, which may be left out; null: nothing. */
export function contactEmailError(typed: string): string | null {
  const text = typed.trim();
  if (text === "") return null;
  const looksRight = /^[\w.+'-]+@([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/i.test(text);
  return looksRight && text.length <= EMAIL ? null : t`Write an e-mail address, or leave it empty.`;
}

/** The validation of each typed field of a property; the server rejects the same values. */
export const propertyRules: Readonly<Record<Field, (typed: string) => string | null>> = {
  name: nameError,
  street: atMost(200),
  city: atMost(100),
  state: atMost(100),
  zip_code: atMost(20),
  contact_phone: atMost(PHONE),
  contact_email: contactEmailError,
  time_zone: (typed) => (typed === "" ? t`Choose the time zone.` : null),
};
