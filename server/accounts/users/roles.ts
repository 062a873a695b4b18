import {
  type MembershipRole,
  type Permission,
  permission,
  type Role,
  role,
  type StaffRole,
} from "../../../contract/accounts/session.ts";
import type { RequestScope } from "../../query/request-scope.ts";

/** Staff roles by their ids on the wire, which never change. */
export const staffRoles = { 1: "IONAdmin", 2: "ION staff" } as const satisfies Record<number, StaffRole>;

/** The same for the roles that somebody has in an organization. */
export const membershipRoles = {
  3: "organization admin",
  4: "organization member",
} as const satisfies Record<number, MembershipRole>;

const roleRows: Record<Role, { id: number; is_staff: boolean }> = {
  IONAdmin: { id: 1, is_staff: true },
  "ION staff": { id: 2, is_staff: true },
  "organization admin": { id: 3, is_staff: false },
  "organization member": { id: 4, is_staff: false },
};

const permissionIds: Record<Permission, number> = {
  "reporting.view_asset_data_report": 1,
  "reporting.view_property_data_report": 2,
};

/** The roles that each role may grant and revoke: never one with more rights than itself. */
const grantable: Record<Role, readonly Role[]> = {
  IONAdmin: role.options,
  "ION staff": ["organization admin", "organization member"],
  "organization admin": ["organization admin", "organization member"],
  "organization member": [],
};

/** A role as the wire shows it. */
export function roleRow(name: Role) {
  return { name, ...roleRows[name] };
}

/** The names of roles by their ids; unknown ids name none. */
export function rolesOf(ids: readonly number[]): Role[] {
  return role.options.filter((name) => ids.includes(roleRows[name].id));
}

export function mayGrantRole(scope: RequestScope, name: Role): boolean {
  return scope.role !== null && grantable[scope.role].includes(name);
}

/** What the caller may grant: roles as above, and the permissions that they have themselves. */
export function grantsOf(scope: RequestScope) {
  const roles = role.options.filter((name) => mayGrantRole(scope, name));
  return {
    roles: roles.map(roleRow),
    permissions: permission.options
      .filter((name) => roles.length > 0 && scope.permissions.includes(name))
      .map((name) => ({ id: permissionIds[name], name })),
  };
}
