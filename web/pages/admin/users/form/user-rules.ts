import { t } from "@lingui/core/macro";
import { type Access, accessParts, type UserForm } from "./user-form.ts";

/** The most letters that a business title may have. */
export const MOST_TITLE = 80;

const MOST_EMAIL = 254;

/** Dots neither begin nor end the part before the @, nor follow one another; a domain has at least two parts. */
const EMAIL = /^[a-z0-9_'+-]+(\.[a-z0-9_'+-]+)*@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/;

/** What is wrong with an e-mail as typed; null: nothing. */
export function emailError(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  // An apostrophe just before the @ is none of a name.
  const isRight = text.length <= MOST_EMAIL && EMAIL.test(text) && !text.includes("'@");
  return isRight ? null : t`Invalid email format`;
}

/** What is wrong with a business title as typed; null: nothing. */
export function titleError(typed: string): string | null {
  return typed.trim().length > MOST_TITLE ? t`Business title must be less than ${MOST_TITLE} characters` : null;
}

interface Circumstances {
  /** Whether a role is one of staff. */
  isStaff: (role: string | null) => boolean;
  /** How many properties of an organization are ticked; undefined while it is not known which there are. */
  properties: (access: Access) => number | undefined;
}

/** What is wrong with the form, by field. */
export function wrongFields(values: UserForm, { isStaff, properties }: Circumstances): Record<string, string> {
  const wrong: Record<string, string | null> = {
    email: emailError(values.email),
    business_title: titleError(values.business_title),
  };
  for (const { access, prefix } of accessParts(values)) {
    const { role, permissions, assigned_organizations } = access;
    const hasNone = !isStaff(role) && properties(access) === 0;
    Object.assign(wrong, {
      [`${prefix}role`]: role === null ? t`Role is required` : null,
      [`${prefix}permissions`]: permissions.length === 0 ? t`At least one permission is required` : null,
      [`${prefix}assigned_organizations`]:
        assigned_organizations.length === 0 ? t`At least one organization is required` : null,
      [`${prefix}assigned_properties`]: hasNone ? t`At least one property is required` : null,
    });
  }
  const found: Record<string, string> = {};
  for (const [field, fieldError] of Object.entries(wrong)) if (fieldError !== null) found[field] = fieldError;
  return found;
}

/** A field that is about one of several organizations: its id and the field's name. */
const OF_ORGANIZATION = /^memberships\.(\d+)\.(\w+)$/;

/** The server's field errors, by the fields of the form. */
export function fieldErrors(fields: Readonly<Record<string, string>>, values: UserForm): Record<string, string> {
  const parts = accessParts(values);
  const found: Record<string, string> = {};
  for (const [name, message] of Object.entries(fields)) {
    const [, organization, field = name] = OF_ORGANIZATION.exec(name) ?? [];
    // The same error also comes with the organization that it is about.
    if (organization === undefined && Object.keys(fields).some((other) => isSameOfOne(other, name))) continue;
    const part = parts.find(({ access }) => String(access.assigned_organizations[0]) === organization);
    const own = field === "organization_id" ? "assigned_organizations" : field;
    if (own in values) found[`${part?.prefix ?? ""}${own}`] = message;
  }
  return found;
}

const isSameOfOne = (other: string, name: string) => OF_ORGANIZATION.exec(other)?.[2] === name;
