import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";
import { z } from "zod";
import {
  type MembershipRole,
  membershipRole,
  type Permission,
  permission,
  type StaffRole,
  staffRole,
} from "../../../contract/accounts/session.ts";
import type { Transactional } from "../../database/connect.ts";
import { numbers, queryRow } from "../../database/query-rows.ts";

/** Who somebody is, in every organization alike. */
export interface Person {
  email: string;
  first_name: string;
  last_name: string;
  business_title: string;
}

export interface StaffAccess {
  role: StaffRole;
  permissions: Permission[];
  organization_ids: number[];
}

export interface Membership {
  organization_id: number;
  role: MembershipRole;
  permissions: Permission[];
  /** Those that are in the organization now; assignments to others are out of sight. */
  property_ids: number[];
}

/** All roles and rights of an account: what a change starts from and results in. */
export interface Account extends Person {
  staff: StaffAccess | null;
  memberships: Membership[];
}

const StoredRow = z.object({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  business_title: z.string(),
  /** false: invited, and no password chosen yet. */
  can_sign_in: z.boolean(),
  /** false: whoever was shown the link of its invitation may have chosen its password. */
  is_email_proven: z.boolean(),
  staff: z.object({ role: staffRole, permissions: z.array(z.string()), organization_ids: numbers }).nullable(),
  memberships: z.array(
    z.object({
      organization_id: z.int(),
      role: membershipRole,
      permissions: z.array(z.string()),
      property_ids: numbers,
    }),
  ),
});

/** One that is stored and alive. */
export interface StoredAccount
  extends Account,
    Pick<z.output<typeof StoredRow>, "id" | "can_sign_in" | "is_email_proven"> {}

/**
 * The account, locked until the transaction ends, so that of several concurrent changes each starts from the result of
 * the one before. Runs as the accounts role without a scope: call it only once the caller is known to see the account.
 * @returns null for an id that nobody has, or a deleted user had
 */
export async function lockAccount(tx: Transactional, id: number): Promise<StoredAccount | null> {
  const locked = await sql`select id from users where id = ${id} and deleted_at is null for update`.execute(tx);
  if (locked.rows.length === 0) return null;
  const account = await queryRow(tx, StoredRow)`
    select u.id, u.email, u.first_name, u.last_name, u.business_title,
      exists (select from credentials c where c.user_id = u.id) as can_sign_in,
      u.email_proven_at is not null as is_email_proven,
      case when u.staff_role is null then null else jsonb_build_object(
        'role', u.staff_role, 'permissions', u.staff_permissions,
        'organization_ids', (
          select coalesce(jsonb_agg(s.organization_id order by s.organization_id), '[]')
          from staff_organizations s where s.user_id = u.id)) end as staff,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'organization_id', m.organization_id, 'role', m.role, 'permissions', m.permissions,
          'property_ids', (
            select coalesce(jsonb_agg(p.id order by p.id), '[]')
            from membership_properties mp join properties p on p.id = mp.property_id
            where mp.user_id = m.user_id and mp.organization_id = m.organization_id
              and p.organization_id = m.organization_id and p.archived_at is null)) order by m.organization_id), '[]')
        from memberships m where m.user_id = u.id) as memberships
    from users u where u.id = ${id}
  `;
  if (account === undefined) return null;
  const { staff, memberships } = account;
  return {
    ...account,
    staff: staff === null ? null : { ...staff, permissions: inOrder(staff.permissions) },
    memberships: memberships.map((one) => ({ ...one, permissions: inOrder(one.permissions) })),
  };
}

/** Permissions in a fixed order without duplicates, so that equal sets compare as equal. */
export function inOrder(names: readonly string[]): Permission[] {
  return permission.options.filter((name) => names.includes(name));
}

/** A staff role beside a membership: such an account cannot be edited, only removed. */
export function isReadOnly(account: Account): boolean {
  return account.staff !== null && account.memberships.length > 0;
}

/** Whether two states of an account have the same roles, permissions, organizations and properties. */
export function hasSameAccess(before: Account, after: Account): boolean {
  return isDeepStrictEqual([before.staff, before.memberships], [after.staff, after.memberships]);
}

/** Whether an account gets a role, a permission or an organization that it did not have. */
export function comesToMore(before: Account, after: Account): boolean {
  const getsStaff = after.staff !== null && !includesStaff(before.staff, after.staff);
  return getsStaff || after.memberships.some((is) => !before.memberships.some((was) => includesIt(was, is)));
}

function includesStaff(was: StaffAccess | null, is: StaffAccess): boolean {
  // They see everything, whichever permissions and organizations are stored.
  if (was?.role === "IONAdmin") return true;
  return (
    was?.role === is.role &&
    is.permissions.every((name) => was.permissions.includes(name)) &&
    is.organization_ids.every((id) => was.organization_ids.includes(id))
  );
}

/** Properties aside: whoever manages users of an organization sees all of them. */
function includesIt(was: Membership, is: Membership): boolean {
  return (
    was.organization_id === is.organization_id &&
    (was.role === is.role || was.role === "organization admin") &&
    is.permissions.every((name) => was.permissions.includes(name))
  );
}
