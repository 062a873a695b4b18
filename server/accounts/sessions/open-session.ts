import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { hashToken, newToken } from "../tokens/secret-token.ts";
import { endOfSession, type SessionLife } from "./session-life.ts";

export interface NewSession {
  userId: number;
  /** Where the sign-in comes from; kept with the session so that people recognize it. */
  device: { address: string; userAgent: string };
  /** Whether the provider of a single sign-on required a second factor. */
  hadSecondFactor: boolean;
}

/**
 * Creates a session, within the transaction that logs it; deletes those that have ended.
 * @returns its token, 256 random bits, of which only a hash is stored
 */
export async function openSession(
  tx: Transactional,
  { userId, device, hadSecondFactor }: NewSession,
  life: SessionLife,
  now: number,
): Promise<string> {
  const token = newToken();
  const at = new Date(now);
  await sql`delete from sessions where expires_at <= ${at}`.execute(tx);
  await sql`
    insert into sessions (user_id, token_hash, expires_at, ip_address, user_agent, created_at, updated_at,
      second_factor_elsewhere)
    values (${userId}, ${hashToken(token)}, ${endOfSession(life, now, now)}, ${device.address}, ${device.userAgent}, ${at},
      ${at}, ${hadSecondFactor})`.execute(tx);
  return token;
}
