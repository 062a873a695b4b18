import type { UserForm } from "./user-form.ts";

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
  return isRight ? null : "Invalid email format";
}

/** What is wrong with a business title as typed; null: nothing. */
export function titleError(typed: string): string | null {
  return typed.trim().length > MOST_TITLE ? `Business title must be less than ${MOST_TITLE} characters` : null;
}

interface Circumstances {
  /** Whether a role is one of staff. */
  isStaff: (role: string | null) => boolean;
  /** How many properties are ticked; undefined while it is not known which there are. */
  properties: number | undefined;
}

/** What is wrong with the form, by field. */
export function wrongFields(values: UserForm, { isStaff, properties }: Circumstances): Record<string, string> {
  const wrong: Record<string, string | null> = {
    email: emailError(values.email),
    business_title: titleError(values.business_title),
    role: values.role === null ? "Role is required" : null,
    permissions: values.permissions.length === 0 ? "At least one permission is required" : null,
    assigned_organizations: values.assigned_organizations.length === 0 ? "At least one organization is required" : null,
    assigned_properties: !isStaff(values.role) && properties === 0 ? "At least one property is required" : null,
  };
  const found: Record<string, string> = {};
  for (const [field, said] of Object.entries(wrong)) if (said !== null) found[field] = said;
  return found;
}

/** The server's words on fields, under the fields of the form. */
export function fieldErrors(fields: Readonly<Record<string, string>>, values: UserForm): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, message] of Object.entries(fields)) {
    const field = name === "organization_id" ? "assigned_organizations" : name;
    if (field in values) found[field] = message;
  }
  return found;
}
