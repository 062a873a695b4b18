import { type Actor, audit } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import type { Account } from "./account.ts";

/** What is done to an account. */
export type UserAction = "user.create" | "user.update" | "user.delete" | "user.add_membership" | "user.revoke";

/**
 * Logs a change of an account: one audit entry for each organization that it concerns, with what its admins may
 * know, and one for staff alone where a staff role is concerned, or no organization.
 */
export async function recordChange(
  tx: Transactional,
  who: Actor,
  action: UserAction,
  userId: number,
  before: Account | null,
  after: Account | null,
): Promise<void> {
  const [was, is] = [slices(before), slices(after)];
  for (const organizationId of new Set([...was.keys(), ...is.keys()])) {
    const [old, now] = [was.get(organizationId) ?? null, is.get(organizationId) ?? null];
    if (JSON.stringify(old) === JSON.stringify(now)) continue;
    await audit(tx, who, {
      action,
      organizationId,
      objectType: "user",
      objectId: userId,
      before: old,
      after: now,
    });
  }
}

/** By organization what its admins may know of the account; under null what only staff may. */
function slices(account: Account | null): Map<number | null, object> {
  const all = new Map<number | null, object>();
  if (account === null) return all;
  const { staff, memberships, email, first_name, last_name, business_title } = account;
  const person = { email, first_name, last_name, business_title };
  if (staff !== null) {
    const { role, permissions, organization_ids: assigned_organizations } = staff;
    all.set(null, { ...person, role, permissions, assigned_organizations });
  }
  for (const { organization_id, role, permissions, property_ids: assigned_properties } of memberships) {
    all.set(organization_id, { ...person, role, permissions, assigned_properties });
  }
  if (all.size === 0) all.set(null, person);
  return all;
}
