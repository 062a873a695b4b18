import type { Transactional } from "../../database/connect.ts";
import { hashToken } from "../tokens/secret-token.ts";
import { createAccountLink, type LinkPurpose } from "./account-links.ts";

/**
 * Makes a link for a user and queues the mail that carries one, in a transaction of the accounts role: both commit, or
 * neither does.
 * @param now milliseconds since the epoch
 * @returns the token of this link, to be shown where nothing is mailed; the mail gets one of its own when it is
 * delivered
 */
export async function queueLinkMail(
  tx: Transactional,
  userId: number,
  purpose: LinkPurpose,
  now: number,
): Promise<string> {
  const token = await createAccountLink(tx, userId, purpose, now);
  const at = new Date(now);
  await tx
    .insertInto("mails")
    .values({ link_hash: hashToken(token), created_at: at, next_attempt_at: at })
    .execute();
  return token;
}
