import { z } from "zod";
import type { Connections, Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { isPassword, spendTimeOf } from "./passwords.ts";

/** An account whose password was verified. */
export interface VerifiedPassword {
  account: { id: number; email: string };
  /** The stored password hash that was verified. */
  stored: string;
}

const Credential = z.object({ id: z.int(), email: z.string(), password: z.string().nullable() });

/**
 * Verifies the password of an e-mail.
 * @returns null where it is wrong, and where no account has the e-mail or a password, which takes the same time
 */
export async function verifyPassword(
  { accounts }: Connections,
  email: string,
  password: string,
): Promise<VerifiedPassword | null> {
  const found = await queryRow(accounts, Credential)`
    select u.id, u.email, c.password
    from users u left join credentials c on c.user_id = u.id and c.provider_id = 'credential'
    where u.email = ${email.toLowerCase()} and u.deleted_at is null`;
  const stored = found?.password ?? null;
  if (found === undefined || stored === null) {
    await spendTimeOf(password);
    return null;
  }
  return (await isPassword(stored, password)) ? { account: { id: found.id, email: found.email }, stored } : null;
}

/**
 * Whether e-mail and password are still those that were verified. The account is locked until the transaction ends: a later
 * change of the password finds the new session, and ends it.
 */
export async function isPasswordUnchanged(tx: Transactional, { account, stored }: VerifiedPassword): Promise<boolean> {
  const row = z.object({});
  const locked = await queryRow(tx, row)`
    select from users where id = ${account.id} and email = ${account.email} and deleted_at is null for no key update`;
  // A statement of its own: before the lock was acquired, somebody may have changed it.
  const same = await queryRow(tx, row)`
    select from credentials
    where user_id = ${account.id} and provider_id = 'credential' and password = ${stored}`;
  return locked !== undefined && same !== undefined;
}
