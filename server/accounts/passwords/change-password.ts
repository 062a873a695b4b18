import { sql } from "kysely";
import { z } from "zod";
import { audit } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { type ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { Person } from "../sessions/person.ts";
import { isPassword } from "./passwords.ts";
import { endSessions, hashNewPassword } from "./set-password.ts";

const StoredPassword = z.object({ password: z.string().nullable() });

/** The stored password of a user; null for one without. */
async function storedPassword(connections: Connections, userId: number): Promise<string | null> {
  const found = await queryRow(connections.accounts, StoredPassword)`
    select password from credentials where user_id = ${userId} and provider_id = 'credential'`;
  return found?.password ?? null;
}

/**
 * Checks that the person who is signed in knows their password.
 * @returns the password as it is stored
 * @throws ProblemError invalid_fields under `field` when it is another
 */
export async function confirmPassword(
  connections: Connections,
  userId: number,
  password: string,
  field: string,
): Promise<string> {
  const stored = await storedPassword(connections, userId);
  if (stored !== null && (await isPassword(stored, password))) return stored;
  throw wrong(field);
}

function wrong(field: string): ProblemError {
  return wrongField(field, text`This is not your password.`);
}

/**
 * Changes the user's own password and ends all other sessions.
 * @param kept the token of the current session
 * @throws ProblemError invalid_fields under `old_password`, or with a sentence per broken rule under `password`
 */
export async function changePassword(
  connections: Connections,
  who: Person,
  passwords: { old: string; new: string },
  kept: string | null,
): Promise<void> {
  const stored = await confirmPassword(connections, who.userId, passwords.old, "old_password");
  const passwordHash = await hashNewPassword(passwords.new);
  await connections.accounts.transaction().execute(async (tx) => {
    // A concurrent sign-in with the old password runs before and its session is ended, or after and fails as wrong.
    await sql`select from users where id = ${who.userId} for update`.execute(tx);
    const changed = await sql`update credentials set password = ${passwordHash}, updated_at = ${new Date(who.at)}
      where user_id = ${who.userId} and provider_id = 'credential' and password = ${stored}`.execute(tx);
    // A concurrent change came first: the old password that was given is not current any more.
    if (changed.numAffectedRows !== 1n) throw wrong("old_password");
    await endSessions(tx, who.userId, kept);
    // Links that were requested before the password was changed are not needed any more.
    await tx.deleteFrom("account_links").where("user_id", "=", who.userId).where("used_at", "is", null).execute();
    await audit(tx, who, {
      action: "password.change",
      organizationId: who.organizationId,
      objectType: "user",
      objectId: who.userId,
    });
  });
}
