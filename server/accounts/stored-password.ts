import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";

/** The stored password of whoever has an e-mail; null where nobody has it, or a password. */
export async function storedPasswordOf(db: Pick<Transactional, "getExecutor">, email: string): Promise<string | null> {
  const found = await sql<{ password: string | null }>`
    select c.password from users u join credentials c on c.user_id = u.id and c.provider_id = 'credential'
    where u.email = ${email.toLowerCase()} and u.deleted_at is null`.execute(db);
  return found.rows[0]?.password ?? null;
}

/**
 * Whether the password of an e-mail is still the one that was looked at when a sign-in began. The account is locked until
 * the transaction ends: a change of the password from here on finds the new session, and ends it.
 * @param before as it was stored then
 */
export async function isPasswordUnchanged(tx: Transactional, email: string, before: string | null): Promise<boolean> {
  await sql`select from users where email = ${email.toLowerCase()} and deleted_at is null for no key update`.execute(
    tx,
  );
  // A statement of its own: before the lock was had, somebody may have changed it.
  return before !== null && (await storedPasswordOf(tx, email)) === before;
}
