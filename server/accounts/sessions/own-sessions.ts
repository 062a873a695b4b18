import { sql } from "kysely";
import { z } from "zod";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { ProblemError } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { hasToken } from "../tokens/session-token.ts";
import type { Person } from "./person.ts";

const OwnSession = z.object({
  id: z.int(),
  current: z.boolean(),
  created_at: z.date(),
  updated_at: z.date(),
  expires_at: z.date(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
});

/**
 * A user's sessions, most recently used first.
 * @param token the current session
 */
export async function listOwnSessions(
  connections: Connections,
  { userId, token, now }: { userId: number; token: string | null; now: number },
  page: { page: number; page_size: number },
) {
  const found = await queryRows(connections.accounts, OwnSession)`
    select id, ${hasToken(token)} is true as current, created_at, updated_at, expires_at, ip_address,
      user_agent
    from sessions where user_id = ${userId} and expires_at > ${new Date(now)}
    order by updated_at desc, id desc
    limit ${page.page_size} offset ${(page.page - 1) * page.page_size}`;
  const counted = await queryRow(connections.accounts, CountRow)`
    select count(*) from sessions where user_id = ${userId} and expires_at > ${new Date(now)}`;
  return {
    count: counted?.count ?? 0,
    rows: found.map((row) => ({
      id: row.id,
      current: row.current,
      signed_in_at: row.created_at.toISOString(),
      last_seen_at: row.updated_at.toISOString(),
      expires_at: row.expires_at.toISOString(),
      ip_address: row.ip_address ?? "",
      user_agent: row.user_agent ?? "",
    })),
  };
}

/**
 * Ends one of a user's sessions.
 * @throws ProblemError not_found when it is not theirs, or has ended
 */
export async function endOwnSession(connections: Connections, who: Person, sessionId: number): Promise<void> {
  const isEnded = await endUserSession(connections, who, who.userId, sessionId, who.organizationId);
  if (!isEnded) throw new ProblemError("not_found", text`Session not found, or already expired.`);
}

/**
 * Ends one session of a user, with an audit log entry.
 * @param organizationId whose admins may read the entry; null: staff only
 * @returns false when it is not theirs, or has ended
 */
export async function endUserSession(
  connections: Connections,
  who: Actor,
  userId: number,
  sessionId: number,
  organizationId: number | null,
): Promise<boolean> {
  return connections.accounts.transaction().execute(async (tx) => {
    const ended = await sql`delete from sessions
      where id = ${sessionId} and user_id = ${userId} and expires_at > ${new Date(who.at)}`.execute(tx);
    if (ended.numAffectedRows === 0n) return false;
    await audit(tx, who, { action: "session.end", organizationId, objectType: "session", objectId: sessionId });
    return true;
  });
}
