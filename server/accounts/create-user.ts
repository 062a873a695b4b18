import { sql } from "kysely";
import { type MembershipRole, type Permission, permission, type StaffRole } from "../../contract/session.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { hashPassword } from "./passwords.ts";

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
  const { id } = await tx
    .insertInto("users")
    .values({
      email: user.email.toLowerCase(),
      // No link was shown to anybody: whoever chose the password runs the installation.
      email_proven_at: sql<Date>`now()`,
      name: `${user.firstName} ${user.lastName}`.trim(),
      first_name: user.firstName,
      last_name: user.lastName,
      staff_role: user.staffRole ?? null,
      staff_permissions: user.staffRole === undefined ? [] : permission.options,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
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
