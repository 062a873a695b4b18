import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/**
 * Whether the password of an e-mail is still the one that a sign-in verified. The account is locked until the
 * transaction ends: a later change of the password finds the new session, and ends it.
 * @param stored the hash that was verified
 */
export async function isPasswordUnchanged(tx: Transactional, email: string, stored: string): Promise<boolean> {
  const locked = await sql<{ id: number }>`
    select id from users where email = ${email.toLowerCase()} and deleted_at is null for no key update`.execute(tx);
  // A statement of its own: before the lock was acquired, somebody may have changed it.
  const same = await sql`select from credentials
    where user_id = ${locked.rows[0]?.id ?? null} and provider_id = 'credential' and password = ${stored}`.execute(tx);
  return same.rows.length === 1;
}
