import { sql } from "kysely";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";

export interface AccountToSecure {
  id: number;
  /** Whose admins may read the entry; null: staff only. */
  organizationIds: readonly (number | null)[];
}

/**
 * Removes all credentials of an account, with an audit log entry where there were any: its password, its sessions, its
 * links, its identity at a provider, and the phone and browsers that show its notifications. For accounts whose e-mail was
 * never verified, all of which may belong to whoever was shown the link of the invitation. API keys stay:
 * one reads only the organization in which it was made, whose admins see and revoke it, and programs that use it would stop.
 * @param kept `issuer`: the provider at which they just signed in; `secondFactor`: whether it stays
 */
export async function removeCredentials(
  tx: Transactional,
  who: Actor,
  { id, organizationIds }: AccountToSecure,
  kept: { issuer?: string; secondFactor: boolean },
): Promise<void> {
  const removed = await sql`delete from credentials
    where user_id = ${id} and provider_id is distinct from ${kept.issuer ?? null}::text`.execute(tx);
  await sql`delete from sessions where user_id = ${id}`.execute(tx);
  await sql`delete from account_links where user_id = ${id}`.execute(tx);
  await sql`delete from phones where user_id = ${id}`.execute(tx);
  await sql`update phone_codes set ended_at = ${new Date(who.at)} where user_id = ${id} and ended_at is null`.execute(
    tx,
  );
  await sql`delete from push_subscriptions where user_id = ${id}`.execute(tx);
  if (!kept.secondFactor) await sql`delete from two_factors where user_id = ${id}`.execute(tx);
  if (removed.numAffectedRows === 0n) return;
  for (const organizationId of organizationIds) {
    await audit(tx, who, { action: "user.remove_credentials", organizationId, objectType: "user", objectId: id });
  }
}
