import { type RawBuilder, sql } from "kysely";
import type { Connections } from "../../database/connect.ts";
import { hashToken } from "./secret-token.ts";

/**
 * The condition that a row of `sessions` has this token, by an index; of other rows it is null. null: no row has it.
 * Sessions that the release before started have the token itself in their row.
 */
export function hasToken(token: string | null): RawBuilder<boolean> {
  return token === null ? sql`false` : sql`(token_hash = ${hashToken(token)} or token = ${token})`;
}

/** Whether a token belongs to a live session of a user who was not deleted. @param now milliseconds since the epoch */
export async function hasSession({ accounts }: Connections, token: string | null, now: number): Promise<boolean> {
  if (token === null) return false;
  const found = await sql`
    select from sessions s join users u on u.id = s.user_id
    where ${hasToken(token)} and s.expires_at > ${new Date(now)} and u.deleted_at is null`.execute(accounts);
  return found.rows.length > 0;
}
