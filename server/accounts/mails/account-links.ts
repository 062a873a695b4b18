import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRow } from "../../database/query-rows.ts";
import { hashToken, newToken } from "../tokens/secret-token.ts";

/** What a mailed link is for: setting the first password, or a new one in place of a forgotten one. */
export type LinkPurpose = "invitation" | "reset";

/** How long a link is valid, in milliseconds. */
const VALID_MS: Record<LinkPurpose, number> = { invitation: 7 * 24 * 60 * 60_000, reset: 30 * 60_000 };

/**
 * Creates a link for a user, in a transaction of the accounts role. Earlier links stay valid until one is used.
 * @param now milliseconds since the epoch
 * @param expiresAt the same; left out: after the default lifetime of the purpose
 * @returns its token, 256 random bits in base64url. Only a hash is stored: it cannot be read again.
 */
export async function createAccountLink(
  tx: Transactional,
  userId: number,
  purpose: LinkPurpose,
  now: number,
  expiresAt: number = now + VALID_MS[purpose],
): Promise<string> {
  const token = newToken();
  await tx.deleteFrom("account_links").where("user_id", "=", userId).where("expires_at", "<=", new Date(now)).execute();
  await tx
    .insertInto("account_links")
    .values({
      token_hash: hashToken(token),
      user_id: userId,
      purpose,
      created_at: new Date(now),
      expires_at: new Date(expiresAt),
    })
    .execute();
  return token;
}

/**
 * Consumes a link, and with it all other links of its user, in a transaction of the accounts role. Of several
 * concurrent uses one succeeds; rolled back, the link is valid again.
 * @returns whose it is, and whether it was mailed and shown to nobody else; null for a token that is unknown, used,
 * expired, for another purpose, or a deleted user's.
 */
export async function useAccountLink(
  tx: Transactional,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<{ userId: number; wasMailed: boolean } | null> {
  const at = new Date(now);
  // The user's row first, so that two links of one user are not used at once.
  const found = await queryRow(tx, IdRow)`
    select u.id from users u join account_links l on l.user_id = u.id
    where l.token_hash = ${hashToken(token)} and u.deleted_at is null
    for update of u`;
  const userId = found?.id;
  if (userId === undefined) return null;
  const used = await tx
    .updateTable("account_links")
    .set({ used_at: at })
    .where("token_hash", "=", hashToken(token))
    .where("purpose", "=", purpose)
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .returning("mailed_at")
    .executeTakeFirst();
  if (used === undefined) return null;
  await tx
    .updateTable("account_links")
    .set({ used_at: at })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
  return { userId, wasMailed: used.mailed_at !== null };
}

/** Marks a link as sent by mail and shown to nobody: its use proves access to the account's mailbox. */
export async function markMailed(db: Pick<Transactional, "updateTable">, token: string, now: number): Promise<void> {
  await db
    .updateTable("account_links")
    .set({ mailed_at: new Date(now) })
    .where("token_hash", "=", hashToken(token))
    .execute();
}

/**
 * Keeps an open invitation that was delivered by mail, in a transaction of the accounts role that has locked the user.
 * Other links are revoked: their makers may have seen them.
 * @returns false, without changes, where there is no such invitation, or its mail is still to be sent
 */
export async function keepMailedInvitation(tx: Transactional, userId: number, now: number): Promise<boolean> {
  const mailed = await sql`
    select from account_links l
    where l.user_id = ${userId} and l.purpose = 'invitation' and l.mailed_at is not null and l.used_at is null
      and l.expires_at > ${new Date(now)}
      and not exists (select from mails m join account_links w on w.token_hash = m.link_hash where w.user_id = l.user_id)
    limit 1`.execute(tx);
  if (mailed.rows.length === 0) return false;
  await tx.deleteFrom("account_links").where("user_id", "=", userId).where("mailed_at", "is", null).execute();
  return true;
}

/** Whether a link is still valid, without consuming it: checked before costly work for an anonymous caller. */
export async function isAccountLinkOpen(
  db: Pick<Transactional, "selectFrom">,
  token: string,
  purpose: LinkPurpose,
  now: number,
): Promise<boolean> {
  const open = await db
    .selectFrom("account_links as l")
    .innerJoin("users as u", "u.id", "l.user_id")
    .select("l.user_id")
    .where("l.token_hash", "=", hashToken(token))
    .where("l.purpose", "=", purpose)
    .where("l.used_at", "is", null)
    .where("l.expires_at", ">", new Date(now))
    .where("u.deleted_at", "is", null)
    .executeTakeFirst();
  return open !== undefined;
}
