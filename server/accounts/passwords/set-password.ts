import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { ProblemError } from "../../problem/problem.ts";
import { hasToken } from "../tokens/session-token.ts";
import { lacksOfPassword } from "./password-rules.ts";
import { hashPassword } from "./passwords.ts";

/**
 * A new password as it is stored.
 * @throws ProblemError invalid_fields with a sentence per broken rule under `password`
 */
export async function hashNewPassword(password: string): Promise<string> {
  const lacks = lacksOfPassword(password);
  if (lacks.length > 0) throw new ProblemError("invalid_fields", lacks.join(" "), { password: lacks });
  return hashPassword(password);
}

/** Sets a user's first password, or replaces it. */
export async function setPassword(tx: Transactional, userId: number, passwordHash: string, now: number): Promise<void> {
  await sql`insert into credentials (user_id, account_id, provider_id, password)
    values (${userId}, ${String(userId)}, 'credential', ${passwordHash})
    on conflict (provider_id, account_id) do update
      set password = excluded.password, updated_at = ${new Date(now)}`.execute(tx);
}

/** Ends all sessions of a user but the one with token `kept`. */
export async function endSessions(tx: Transactional, userId: number, kept: string | null): Promise<void> {
  await sql`delete from sessions where user_id = ${userId} and ${hasToken(kept)} is not true`.execute(tx);
}
