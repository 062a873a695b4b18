import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { lock } from "../../database/locks.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { Account, StoredAccount } from "./account.ts";

/**
 * Rejects removing the last IONAdmin of the installation, or the last admin of an organization.
 * @param after null: the account is deleted
 * @throws ProblemError last_admin
 */
export async function keepAdmins(tx: Transactional, before: StoredAccount, after: Account | null): Promise<void> {
  const leaves = before.staff?.role === "IONAdmin" && after?.staff?.role !== "IONAdmin";
  const left = before.memberships
    .filter((was) => was.role === "organization admin" && !isAdminOf(after, was.organization_id))
    .map((was) => was.organization_id);
  if (!leaves && left.length === 0) return;
  // Of two admins who remove each other, the second finds nobody else left.
  await lock(tx, "lastAdmin");
  if (leaves && !(await hasOtherIonAdmin(tx, before.id))) {
    throw new ProblemError("last_admin", text`This is the last IONAdmin. Add another one first.`);
  }
  for (const organizationId of left) {
    if (!(await hasOtherAdmin(tx, before.id, organizationId))) {
      throw new ProblemError("last_admin", text`This is the last admin of the organization. Add another one first.`);
    }
  }
}

function isAdminOf(account: Account | null, organizationId: number): boolean {
  const membership = account?.memberships.find((one) => one.organization_id === organizationId);
  return membership?.role === "organization admin";
}

/** One who can sign in: with nobody but the invited left, an invitation that runs out would lock everybody out. */
async function hasOtherIonAdmin(tx: Transactional, userId: number): Promise<boolean> {
  const found = await sql`
    select from users u where u.staff_role = 'IONAdmin' and u.deleted_at is null and u.id <> ${userId}
      and exists (select from credentials c where c.user_id = u.id) limit 1`.execute(tx);
  return found.rows.length > 0;
}

/** Also one who was only invited: staff can always help an organization. */
async function hasOtherAdmin(tx: Transactional, userId: number, organizationId: number): Promise<boolean> {
  const found = await sql`
    select from memberships m join users u on u.id = m.user_id
    where m.organization_id = ${organizationId} and m.role = 'organization admin'
      and u.deleted_at is null and u.id <> ${userId} limit 1`.execute(tx);
  return found.rows.length > 0;
}
