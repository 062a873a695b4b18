import { sql } from "kysely";
import type { Connections } from "../../database/connect.ts";
import { hasToken } from "../tokens/session-token.ts";

/** Whether a token belongs to a live session of a user who was not deleted. @param now milliseconds since the epoch */
export async function hasSession({ accounts }: Connections, token: string | null, now: number): Promise<boolean> {
  if (token === null) return false;
  const found = await sql`
    select from sessions s join users u on u.id = s.user_id
    where ${hasToken(token)} and s.expires_at > ${new Date(now)} and u.deleted_at is null`.execute(accounts);
  return found.rows.length > 0;
}
