import type { User } from "../../../../../contract/accounts/users.ts";
import { type CallAnswer, call } from "../../../../app/api.ts";
import type { Viewer } from "../queries/viewer.ts";
import { type Access, tickedProperties, type UserForm } from "./user-form.ts";

const staff = "/v1/admin/staff/organizations/users/staff" as const;
const external = "/v1/admin/staff/organizations/users/external" as const;
const own = "/v1/admin/external/organizations/{organization_id}/users" as const;

/** The user as written; with a link to hand on where no mail went out. */
export type Invited = CallAnswer<`POST ${typeof external}`>;

/** What somebody is to be in one organization, as it is sent. */
type MembershipBody = ReturnType<typeof membershipBody>;

/** A form as it is sent. */
export interface Filled {
  values: UserForm;
  /** null: of staff. */
  memberships: { first: MembershipBody; further: MembershipBody[] } | null;
}

/** @param offered all properties of the organization */
export function membershipBody(access: Access, organization_id: number, offered: readonly number[]) {
  const role = access.role === "3" ? 3 : 4;
  const { permissions } = access;
  return { organization_id, role, permissions, assigned_properties: tickedProperties(access, offered) } as const;
}

/** What a user is in their organizations now. */
function savedBodies({ memberships }: User): MembershipBody[] {
  return memberships.map(({ organization, role, permissions, assigned_properties }) => ({
    organization_id: organization.id,
    role: role.id === 3 ? 3 : 4,
    permissions: permissions.map(({ name }) => name),
    assigned_properties: assigned_properties.map(({ id }) => id),
  }));
}

const person = ({ email, first_name, last_name, business_title }: UserForm) => ({
  email,
  first_name,
  last_name,
  business_title,
});

function staffBody(values: UserForm) {
  const { permissions, assigned_organizations } = values;
  return { ...person(values), role: values.role === "1" ? 1 : 2, permissions, assigned_organizations } as const;
}

/** In the organization that the call names. */
function ownBody(values: UserForm, { organization_id: _named, ...access }: MembershipBody) {
  return { ...person(values), ...access };
}

function externalBody(values: UserForm, first: MembershipBody) {
  return { ...person(values), ...first, assigned_organizations: [first.organization_id] };
}

/** Creates a user, in all organizations of the form or in none. @throws ApiError */
export function createUser(viewer: Viewer, { values, memberships }: Filled): Promise<Invited> {
  if (memberships === null) return call(`POST ${staff}`, { body: staffBody(values) });
  const { first, further } = memberships;
  if (!viewer.isStaff) {
    return call(`POST ${own}`, { params: { organization_id: viewer.organization.id }, body: ownBody(values, first) });
  }
  const further_memberships = further.length > 0 ? further : undefined;
  return call(`POST ${external}`, { body: { ...externalBody(values, first), further_memberships } });
}

/**
 * Changes a user, in all organizations of the form or in none. @param user as loaded by the form; the change is
 * rejected if the user was modified since
 * @throws ApiError
 */
export function changeUser(viewer: Viewer, user: User, { values, memberships }: Filled): Promise<Invited> {
  const expected_modified_at = user.modified_at;
  const params = { id: user.id };
  if (memberships === null) {
    return call(`PATCH ${staff}/{id}`, { params, body: { ...staffBody(values), expected_modified_at } });
  }
  const { first, further } = memberships;
  if (!viewer.isStaff) {
    return call(`PATCH ${own}/{user_id}`, {
      params: { organization_id: viewer.organization.id, user_id: user.id },
      body: { ...ownBody(values, first), expected_modified_at },
    });
  }
  const isSeveral = further.length > 0 || user.memberships.length > 1;
  const body = isSeveral ? { ...person(values), memberships: [first, ...further] } : externalBody(values, first);
  return call(`PATCH ${external}/{id}`, { params, body: { ...body, expected_modified_at } });
}

/** Adds organizations to an account, all or none. Those that it has stay as they are. @throws ApiError */
export function addMemberships(user: User, added: readonly MembershipBody[]): Promise<Invited> {
  return changeMemberships(user, [...savedBodies(user), ...added]);
}

/** Takes one of several organizations from an account. @throws ApiError */
export function removeMembership(user: User, organization: number): Promise<Invited> {
  return changeMemberships(
    user,
    savedBodies(user).filter(({ organization_id }) => organization_id !== organization),
  );
}

function changeMemberships({ id, modified_at }: User, memberships: MembershipBody[]): Promise<Invited> {
  return call(`PATCH ${external}/{id}`, { params: { id }, body: { memberships, expected_modified_at: modified_at } });
}

/** Deletes a user, or takes the viewer's organization from them. @throws ApiError */
export function removeUser(viewer: Viewer, { id, is_staff }: User): Promise<unknown> {
  if (!viewer.isStaff) {
    return call(`DELETE ${own}/{user_id}`, { params: { organization_id: viewer.organization.id, user_id: id } });
  }
  return is_staff
    ? call(`DELETE ${staff}/{id}`, { params: { id } })
    : call(`DELETE ${external}/{id}`, { params: { id } });
}

/** Invites a user again; links before this one end. @throws ApiError */
export function inviteAgain(viewer: Viewer, { id, is_staff }: User): Promise<Invited> {
  if (!viewer.isStaff) {
    const params = { organization_id: viewer.organization.id, user_id: id };
    return call(`POST ${own}/{user_id}/invitation`, { params });
  }
  return is_staff
    ? call(`POST ${staff}/{id}/invitation`, { params: { id } })
    : call(`POST ${external}/{id}/invitation`, { params: { id } });
}
