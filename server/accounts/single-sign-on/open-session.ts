import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { endOfSession, type SessionLife } from "../session-life.ts";
import type { Device } from "../sign-in.ts";

export interface NewSession {
  userId: number;
  device: Device;
  /** Whether the provider required a second factor. */
  hadSecondFactor: boolean;
}

/**
 * Creates a session, as signing in with a password does, within the transaction that logs it.
 * @returns its token, 256 random bits
 */
export async function openSession(
  tx: Transactional,
  { userId, device, hadSecondFactor }: NewSession,
  life: SessionLife,
  now: number,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const at = new Date(now);
  await sql`delete from sessions where expires_at <= ${at}`.execute(tx);
  await sql`
    insert into sessions (user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, second_factor_elsewhere)
    values (${userId}, ${token}, ${endOfSession(life, now, now)}, ${device.address}, ${device.userAgent}, ${at}, ${at},
      ${hadSecondFactor})`.execute(tx);
  return token;
}
