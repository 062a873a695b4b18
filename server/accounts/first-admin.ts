import { audit } from "../audit/audit.ts";
import type { Connections } from "../database/connect.ts";
import { lock } from "../database/locks.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { Clock } from "../time/clock.ts";
import { type NewUser, storeUser } from "./create-user.ts";
import { lacksOfPassword } from "./passwords/password-rules.ts";
import { hashPassword } from "./passwords/passwords.ts";
import { hashToken, newToken } from "./tokens/secret-token.ts";

const TOKEN_VALID_MS = 24 * 60 * 60_000;

/**
 * Creates a one-time token for the first administrator of an installation without users.
 * @param by whom the audit log names for it
 * @returns a fresh one-time token, valid for 24 hours, which replaces all earlier ones; null when there is a user.
 */
export async function openFirstAdmin(connections: Connections, clock: Clock, by = "server"): Promise<string | null> {
  return connections.accounts.transaction().execute(async (tx) => {
    await lock(tx, "firstAdmin");
    if (await hasUsers(tx)) return null;
    const token = newToken();
    await tx.deleteFrom("first_admin_tokens").execute();
    await tx
      .insertInto("first_admin_tokens")
      .values({ token_hash: hashToken(token), expires_at: new Date(clock() + TOKEN_VALID_MS) })
      .execute();
    const who = { userId: null, email: by, requestId: "", at: clock() };
    await audit(tx, who, { action: "first-admin.open", organizationId: null });
    return token;
  });
}

/** Whether the installation has no administrator yet. */
export async function isFirstAdminOpen(connections: Connections): Promise<boolean> {
  return !(await hasUsers(connections.accounts));
}

export interface FirstAdmin extends Pick<NewUser, "email" | "firstName" | "lastName" | "password"> {
  token: string;
}

/**
 * Creates the first administrator, an IONAdmin, which consumes the token; nothing else does.
 * @throws ProblemError forbidden when the token is wrong, used, expired, or a user exists; invalid_fields with a
 * message per broken rule under `password`.
 */
export async function createFirstAdmin(
  connections: Connections,
  clock: Clock,
  admin: FirstAdmin,
  requestId: string,
): Promise<void> {
  const now = new Date(clock());
  const tokenHash = hashToken(admin.token);
  // Before anything costly or revealing: anonymous callers get neither the password rules nor CPU time.
  const known = await connections.accounts
    .selectFrom("first_admin_tokens")
    .select("token_hash")
    .where("token_hash", "=", tokenHash)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (known === undefined) throw closed();
  const lacks = lacksOfPassword(admin.password);
  if (lacks.length > 0) throw new ProblemError("invalid_fields", lacks.join(" "), { password: lacks });
  const passwordHash = await hashPassword(admin.password);
  await connections.accounts.transaction().execute(async (tx) => {
    await lock(tx, "firstAdmin");
    const used = await tx
      .deleteFrom("first_admin_tokens")
      .where("token_hash", "=", tokenHash)
      .where("expires_at", ">", now)
      .returning("token_hash")
      .executeTakeFirst();
    if (used === undefined || (await hasUsers(tx))) throw closed();
    const id = await storeUser(tx, { ...admin, staffRole: "IONAdmin", memberships: [] }, passwordHash);
    const email = admin.email.toLowerCase();
    const who = { userId: id, email, requestId, at: now.getTime() };
    await audit(tx, who, {
      action: "user.create",
      objectType: "user",
      objectId: id,
      after: { email, first_name: admin.firstName, last_name: admin.lastName, role: "IONAdmin" },
    });
  });
}

function closed(): ProblemError {
  return new ProblemError("forbidden", text`This link is no longer valid. Restart the server to get a new one.`);
}

async function hasUsers(db: Connections["accounts"]): Promise<boolean> {
  return (await db.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}
