import { sql } from "kysely";
import { z } from "zod";
import { audit } from "../../audit/audit.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import type { Clock } from "../../time/clock.ts";
import { organizationOfUser } from "../sessions/session-record.ts";
import { queueLinkMail } from "./queue-mail.ts";

const Recipient = z.object({ id: z.int(), email: z.string(), organization_id: z.int().nullable() });

export interface ResetLinkDeps {
  connections: Connections;
  clock: Clock;
}

/**
 * While a link from the last five minutes was not used, no other is mailed: repeated requests do not fill a mailbox,
 * and there is always a valid link in it.
 */
const MAILED_EVERY_MS = 5 * 60_000;

/**
 * Queues a mail with a link to choose a new password if an account has this e-mail; else does nothing. Run it after the
 * response, whose time would otherwise reveal whether there is one.
 */
export async function mailResetLink(deps: ResetLinkDeps, email: string, requestId: string): Promise<void> {
  const at = deps.clock();
  await deps.connections.accounts.transaction().execute(async (tx) => {
    const user = await queryRow(tx, Recipient)`
      select u.id, u.email, ${organizationOfUser} as organization_id from users u
      where u.email = ${email.toLowerCase()} and u.deleted_at is null for no key update of u`;
    if (user === undefined) return;
    if (await hasFreshLink(tx, user.id, at)) return tryAtOnce(tx, user.id, at);
    // Sent to the stored address: the typed one may only look like it.
    await queueLinkMail(tx, user.id, "reset", at);
    const who = { userId: null, email: user.email, requestId, at };
    await audit(tx, who, {
      action: "password.forget",
      organizationId: user.organization_id,
      objectType: "user",
      objectId: user.id,
    });
  });
}

/** Retries an undelivered mail at once, without waiting for its backoff, when its reader requests it again. */
async function tryAtOnce(tx: Transactional, userId: number, now: number): Promise<void> {
  await sql`update mails set next_attempt_at = ${new Date(now)} from account_links l
    where l.token_hash = mails.link_hash and l.user_id = ${userId} and l.purpose = 'reset' and mails.failed_at is null`.execute(
    tx,
  );
}

async function hasFreshLink(tx: Transactional, userId: number, now: number): Promise<boolean> {
  const found = await sql`select from account_links where user_id = ${userId} and purpose = 'reset' and used_at is null
    and created_at > ${new Date(now - MAILED_EVERY_MS)}`.execute(tx);
  return found.rows.length > 0;
}
