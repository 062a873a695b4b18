import type { User } from "../../../../contract/users.ts";
import { type CallAnswer, call } from "../../../app/api.ts";
import { tickedProperties, type UserForm } from "./form/user-form.ts";
import type { Viewer } from "./viewer.ts";

const staff = "/v1/admin/staff/organizations/users/staff" as const;
const external = "/v1/admin/staff/organizations/users/external" as const;
const own = "/v1/admin/external/organizations/{organization_id}/users" as const;

/** The user as written; with a link to hand on where no mail went out. */
export type Invited = CallAnswer<`POST ${typeof external}`>;

/** A form whose properties are known, as it is sent. */
export interface Filled {
  values: UserForm;
  isStaff: boolean;
  /** All properties of the organization. */
  offered: readonly number[];
}

const person = ({ email, first_name, last_name, business_title }: UserForm) => ({
  email,
  first_name,
  last_name,
  business_title,
});

function staffBody({ permissions, assigned_organizations, ...values }: UserForm) {
  const role = values.role === "1" ? 1 : 2;
  return {
    ...person({ ...values, permissions, assigned_organizations }),
    role,
    permissions,
    assigned_organizations,
  } as const;
}

function memberBody({ values, offered }: Filled) {
  const role = values.role === "3" ? 3 : 4;
  const { permissions } = values;
  return { ...person(values), role, permissions, assigned_properties: tickedProperties(values, offered) } as const;
}

function externalBody(filled: Filled) {
  const { assigned_organizations } = filled.values;
  return { ...memberBody(filled), organization_id: assigned_organizations[0] ?? 0, assigned_organizations };
}

/** Creates a user. @throws ApiError */
export function createUser(viewer: Viewer, filled: Filled): Promise<Invited> {
  if (!viewer.isStaff) {
    return call(`POST ${own}`, { params: { organization_id: viewer.organization.id }, body: memberBody(filled) });
  }
  if (filled.isStaff) return call(`POST ${staff}`, { body: staffBody(filled.values) });
  return call(`POST ${external}`, { body: externalBody(filled) });
}

/**
 * Changes a user. @param begun when they were changed last as far as the form knows; another by now is refused
 * @throws ApiError
 */
export function changeUser(viewer: Viewer, id: number, filled: Filled, begun: string): Promise<Invited> {
  const expected_modified_at = begun;
  if (!viewer.isStaff) {
    const params = { organization_id: viewer.organization.id, user_id: id };
    return call(`PATCH ${own}/{user_id}`, { params, body: { ...memberBody(filled), expected_modified_at } });
  }
  const params = { id };
  if (filled.isStaff) {
    return call(`PATCH ${staff}/{id}`, { params, body: { ...staffBody(filled.values), expected_modified_at } });
  }
  return call(`PATCH ${external}/{id}`, { params, body: { ...externalBody(filled), expected_modified_at } });
}

/** Lets an account into a further organization, the one of the form. @throws ApiError */
export function addMembership(id: number, filled: Filled): Promise<Invited> {
  const { role, permissions, organization_id, assigned_properties } = externalBody(filled);
  const body = { role, permissions, organization_id, assigned_properties };
  return call(`POST ${external}/{id}/memberships`, { params: { id }, body });
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
