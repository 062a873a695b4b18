import { sql } from "kysely";
import { type MembershipRole, type Permission, permission, type StaffRole } from "../../contract/accounts/session.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { IdRow, queryRow } from "../database/query-rows.ts";
import { hashPassword } from "./passwords/passwords.ts";

export interface NewUser {
  email: string;
  firstName: string;
  lastName: string;
  password: string;
  /** Staff get both reporting permissions. */
  staffRole?: StaffRole;
  /** What staff that are no IONAdmins see. */
  staffOrganizationIds?: number[];
  memberships: NewMembership[];
}

export interface NewMembership {
  organizationId: number;
  role: MembershipRole;
  permissions: Permission[];
  /** What a member sees; an organization admin sees all of it without. */
  propertyIds: number[];
}

/**
 * Creates a user who can sign in with the password, with their memberships; all of it or nothing.
 * @returns the user's id.
 * @throws a database error (23505) when the e-mail is taken, in whatever case it was written.
 */
export async function createUser(connections: Connections, user: NewUser): Promise<number> {
  const passwordHash = await hashPassword(user.password);
  return connections.accounts.transaction().execute((tx) => storeUser(tx, user, passwordHash));
}

/** The same within a transaction of the accounts role, with the password already hashed. */
export async function storeUser(tx: Transactional, user: NewUser, passwordHash: string): Promise<number> {
  const permissions = user.staffRole === undefined ? [] : permission.options;
  // The e-mail counts as proven: no link was shown to anybody, and whoever chose the password runs the installation.
  const made = await queryRow(tx, IdRow)`
    insert into users (email, email_proven_at, name, first_name, last_name, staff_role, staff_permissions)
    values (${user.email.toLowerCase()}, now(), ${`${user.firstName} ${user.lastName}`.trim()}, ${user.firstName},
      ${user.lastName}, ${user.staffRole ?? null}, ${permissions}::text[])
    returning id`;
  if (made === undefined) throw new Error("The database returned no row for an insert.");
  const { id } = made;
  await sql`insert into credentials (user_id, account_id, provider_id, password)
    values (${id}, ${String(id)}, 'credential', ${passwordHash})`.execute(tx);
  await sql`insert into staff_organizations (user_id, organization_id)
    select ${id}, unnest(${user.staffOrganizationIds ?? []}::bigint[])`.execute(tx);
  for (const membership of user.memberships) {
    await tx
      .insertInto("memberships")
      .values({
        user_id: id,
        organization_id: membership.organizationId,
        role: membership.role,
        permissions: membership.permissions,
      })
      .execute();
    await sql`insert into membership_properties (user_id, organization_id, property_id)
      select ${id}, ${membership.organizationId}, unnest(${membership.propertyIds}::bigint[])`.execute(tx);
  }
  return id;
}
