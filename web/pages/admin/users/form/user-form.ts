import type { Permission } from "../../../../../contract/accounts/session.ts";
import type { User } from "../../../../../contract/accounts/users.ts";

/** What somebody may, under the names that the calls have: staff in all their organizations, others in one. */
export interface Access {
  /** The role's id as the select has it; null: none yet. */
  role: string | null;
  permissions: Permission[];
  /** Ids; of a role that is not staff one at most. */
  assigned_organizations: number[];
  /** Ids; null: all of the organization, whichever those are. */
  assigned_properties: number[] | null;
}

/** What is typed and ticked. The access in the first organization stands beside the person. */
export interface UserForm extends Access {
  email: string;
  first_name: string;
  last_name: string;
  business_title: string;
  /** In further organizations; of a role that is not staff. */
  further: Access[];
}

export type UserField = keyof UserForm;

/** The fields as they stand in the form, from above. */
export const userFields: readonly UserField[] = [
  "email",
  "first_name",
  "last_name",
  "business_title",
  "role",
  "assigned_organizations",
  "permissions",
  "assigned_properties",
  "further",
];

/** One organization's part of the form. */
export interface AccessPart {
  access: Access;
  /** Of `further`; null: the first. */
  index: number | null;
  /** Stands before the names of its fields. */
  prefix: string;
}

/** The parts of the form, each for an organization. */
export function accessParts(values: UserForm): AccessPart[] {
  const further = values.further.map((access, index) => ({ access, index, prefix: `further.${index}.` }));
  return [{ access: values, index: null, prefix: "" }, ...further];
}

/** The form with one of its parts as given. */
export function withAccess(values: UserForm, index: number | null, access: Access): UserForm {
  const { role, permissions, assigned_organizations, assigned_properties } = access;
  const part = { role, permissions, assigned_organizations, assigned_properties };
  if (index === null) return { ...values, ...part };
  return { ...values, further: values.further.map((one, at) => (at === index ? part : one)) };
}

/**
 * The form with one more organization, with the role and permissions of the first.
 * @param given the permissions that the viewer may give
 */
export function withFurther(values: UserForm, given: readonly Permission[]): UserForm {
  const permissions = values.permissions.filter((name) => given.includes(name));
  const part = { role: values.role, permissions, assigned_organizations: [], assigned_properties: null };
  return { ...values, further: [...values.further, part] };
}

/** The form without one of its parts; in place of the first comes the next. */
export function withoutAccess(values: UserForm, index: number | null): UserForm {
  if (index !== null) return { ...values, further: values.further.toSpliced(index, 1) };
  const [next, ...further] = values.further;
  return next === undefined ? values : { ...withAccess(values, null, next), further };
}

/** A new user: all that the viewer may give. @param organization the only one there is to choose */
export function newUser(permissions: readonly Permission[], organization?: number): UserForm {
  return {
    email: "",
    first_name: "",
    last_name: "",
    business_title: "",
    role: null,
    permissions: [...permissions],
    assigned_organizations: organization === undefined ? [] : [organization],
    assigned_properties: null,
    further: [],
  };
}

/** What a user is in an organization; undefined: they are not in it. */
export function membershipIn({ memberships }: User, organization: number | undefined) {
  return memberships.find((one) => one.organization.id === organization);
}

/** A user as they are. @param organization the first of the form; where not given the first that they are in */
export function formOf(user: User, organization?: number): UserForm {
  const { email, first_name, last_name, business_title } = user;
  const person = { email, first_name, last_name, business_title };
  const own = membershipIn(user, organization) ?? user.memberships[0];
  if (user.is_staff || own === undefined) {
    const [role] = user.roles;
    return {
      ...person,
      role: role === undefined ? null : String(role.id),
      permissions: user.permissions.map(({ name }) => name),
      assigned_organizations: user.assigned_organizations.map(({ id }) => id),
      assigned_properties: [],
      further: [],
    };
  }
  const further = user.memberships.filter((one) => one !== own);
  return { ...person, ...accessOf(own), further: further.map(accessOf) };
}

function accessOf({ role, permissions, organization, assigned_properties }: User["memberships"][number]): Access {
  return {
    role: String(role.id),
    permissions: permissions.map(({ name }) => name),
    assigned_organizations: [organization.id],
    assigned_properties: assigned_properties.map(({ id }) => id),
  };
}

/**
 * The form after another role was chosen. Between staff and others it clears organizations and properties, and gives all
 * permissions again.
 * @param isStaff whether a role is one of staff
 * @param blank what a new user begins with
 */
export function withRole(
  values: UserForm,
  role: string | null,
  isStaff: (role: string | null) => boolean,
  blank: UserForm,
): UserForm {
  if (role === null || values.role === null || isStaff(role) === isStaff(values.role)) return { ...values, role };
  const { permissions, assigned_organizations, assigned_properties } = blank;
  return { ...values, role, permissions, assigned_organizations, assigned_properties, further: [] };
}

/**
 * A part of the form after another organization was chosen. A new user gets all of its properties; one that is there keeps those
 * that they have in it, and the permissions that they have in it.
 * @param user null: a new one
 */
export function withOrganization<Part extends Access>(
  values: Part,
  organization: number | null,
  user: User | null,
): Part {
  const assigned_organizations = organization === null ? [] : [organization];
  if (user === null) return { ...values, assigned_organizations, assigned_properties: null };
  const own = membershipIn(user, organization ?? undefined);
  return {
    ...values,
    assigned_organizations,
    permissions: own?.permissions.map(({ name }) => name) ?? values.permissions,
    assigned_properties: own?.assigned_properties.map(({ id }) => id) ?? [],
  };
}

/** The properties that are ticked, of those that the organization has: an only one always is. */
export function tickedProperties(
  { assigned_properties }: Pick<Access, "assigned_properties">,
  offered: readonly number[],
): number[] {
  if (assigned_properties === null || offered.length === 1) return [...offered];
  return offered.filter((id) => assigned_properties.includes(id));
}
