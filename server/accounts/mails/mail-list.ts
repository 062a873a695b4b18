import { sql } from "kysely";
import { z } from "zod";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";

const queuedMail = z.object({
  id: z.uuid(),
  user_id: z.int(),
  email: z.string(),
  purpose: z.enum(["invitation", "reset"]),
  state: z.enum(["waiting", "failed"]),
  attempts: z.int(),
  /** Why the last attempt failed; null before the first. */
  error: z.string().nullable(),
  created_at: z.date(),
  /** Time of the next attempt; of a failed mail, the attempt that was next. */
  next_attempt_at: z.date(),
  /** When its link expires; then it is given up. */
  expires_at: z.date(),
});

export type QueuedMail = z.output<typeof queuedMail>;

/** The queued mails, and those that failed for good in the last weeks; the newest first. */
export async function listMails({ accounts }: Connections): Promise<QueuedMail[]> {
  const found = await sql`
    select m.id, u.id as user_id, u.email, l.purpose,
      case when m.failed_at is null then 'waiting' else 'failed' end as state, m.attempts, m.error, m.created_at,
      m.next_attempt_at, l.expires_at
    from mails m join account_links l on l.token_hash = m.link_hash join users u on u.id = l.user_id
    order by m.created_at desc, m.id`.execute(accounts);
  return queuedMail.array().parse(found.rows);
}

/** Makes all queued mails due at once, with an audit log entry. @returns how many are queued */
export async function retryMails({ accounts }: Connections, who: Actor): Promise<number> {
  return await accounts.transaction().execute(async (tx) => {
    const waiting = await tx
      .updateTable("mails")
      .set({ next_attempt_at: new Date(who.at) })
      .where("failed_at", "is", null)
      .returning("id")
      .execute();
    if (waiting.length > 0) await audit(tx, who, { action: "mail.retry", after: { mails: waiting.length } });
    return waiting.length;
  });
}
