import { sql } from "kysely";
import { z } from "zod";
import { languages } from "../../../contract/display/languages.ts";
import { audit } from "../../audit/audit.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import { noteSent } from "../../database/note-sent.ts";
import type { Mailer } from "../../mail/mailer.ts";
import type { Clock } from "../../time/clock.ts";
import { organizationOfUser } from "../sessions/session-record.ts";
import { createAccountLink, markMailed } from "./account-links.ts";
import { accountMail, linkAddress } from "./account-mails.ts";

export interface DeliveryDeps {
  connections: Connections;
  mailer: Mailer;
  baseUrl: string;
  clock: Clock;
  /** Takes a sentence for the operator's log. */
  warn: (text: string) => void;
}

const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 60 * 60_000;
/** Lease: a sender that has not finished by then is dead, because sending itself times out earlier. */
const LEASE_MS = 120_000;
const KEEP_FAILED_MS = 30 * 24 * 60 * 60_000;
const MAX_REASON_LENGTH = 300;

const dueMail = z.object({
  id: z.uuid(),
  attempts: z.int(),
  error: z.string().nullable(),
  user_id: z.int(),
  email: z.string(),
  organization_id: z.int().nullable(),
  purpose: z.enum(["invitation", "reset"]),
  expires_at: z.date(),
  is_open: z.boolean(),
  /** Chosen by the user; null: none. */
  language: z.enum(languages).nullable().catch(null),
});
type DueMail = z.output<typeof dueMail>;

interface Attempt extends DueMail {
  token: string;
  /** In milliseconds since the epoch. */
  leasedUntil: number;
}

/**
 * Delivers the mails that are due, one after another; those with the least time left first.
 * @param isStopped checked before each mail
 */
export async function deliverMails(deps: DeliveryDeps, isStopped: () => boolean = () => false): Promise<void> {
  while (!isStopped()) {
    const claimed = await deps.connections.accounts.transaction().execute((tx) => claim(tx, deps));
    if (claimed === null) return;
    if (claimed !== "done") await send(deps, claimed);
  }
}

/**
 * Claims a mail that is due, with a link of its own that is stored before it is sent: a mail that was sent twice has
 * two links that are both valid until one is used.
 * @returns null when none is due; "done" for one that must not be sent any more
 */
async function claim(tx: Transactional, { clock, mailer, warn }: DeliveryDeps): Promise<Attempt | "done" | null> {
  const now = clock();
  const at = new Date(now);
  // Changes of an account lock its user first and then its links: locked ones are skipped until the next run.
  const found = await sql`
    select m.id, m.attempts, m.error, u.id as user_id, u.email, ${organizationOfUser} as organization_id, l.purpose,
      l.expires_at, l.used_at is null and u.deleted_at is null as is_open,
      u.preferences ->> 'language' as language
    from mails m join account_links l on l.token_hash = m.link_hash join users u on u.id = l.user_id
    where m.failed_at is null and m.next_attempt_at <= ${at} and (m.leased_until is null or m.leased_until <= ${at})
    order by l.expires_at, m.id limit 1
    for no key update of m, l, u skip locked`.execute(tx);
  if (found.rows.length === 0) return null;
  const mail = dueMail.parse(found.rows[0]);
  if (!mail.is_open) {
    await tx.deleteFrom("mails").where("id", "=", mail.id).execute();
    return "done";
  }
  if (mail.expires_at <= at) {
    warn(`${await fail(tx, mail, now)} Nobody is mailed this link any more; invite them or let them ask again.`);
    return "done";
  }
  const token = await createAccountLink(tx, mail.user_id, mail.purpose, now, mail.expires_at.getTime());
  // This token goes out by mail and nowhere else.
  if (mailer.canSend) await markMailed(tx, token, now);
  const attempts = mail.attempts + 1;
  const leasedUntil = now + LEASE_MS;
  await tx
    .updateTable("mails")
    .set({ attempts, leased_until: new Date(leasedUntil) })
    .where("id", "=", mail.id)
    .execute();
  return { ...mail, attempts, token, leasedUntil };
}

/** @returns what happened, for the log */
async function fail(tx: Transactional, mail: DueMail, now: number): Promise<string> {
  const reason = mail.error ?? "No server was running while its link was valid.";
  await tx
    .deleteFrom("mails")
    .where("failed_at", "<", new Date(now - KEEP_FAILED_MS))
    .execute();
  await tx
    .updateTable("mails")
    .set({ failed_at: new Date(now), leased_until: null, error: reason })
    .where("id", "=", mail.id)
    .execute();
  const server = { userId: null, email: "server", requestId: "", at: now };
  await audit(tx, server, {
    action: "mail.fail",
    organizationId: mail.organization_id,
    objectType: "user",
    objectId: mail.user_id,
    after: { purpose: mail.purpose, attempts: mail.attempts, reason },
  });
  return `The ${mail.purpose} mail to user ${mail.user_id} failed for good. Last reason: ${reason}`;
}

async function send(deps: DeliveryDeps, mail: Attempt): Promise<void> {
  const link = linkAddress(deps.baseUrl, mail.purpose, mail.token);
  const messageId = `${mail.id}@${new URL(deps.baseUrl).hostname}`;
  try {
    await deps.mailer.send(accountMail(mail.purpose, mail.email, link, mail.language), messageId);
  } catch (error) {
    const reason = reasonOf(error, mail.token);
    const nextAt = await postpone(deps, mail, reason);
    deps.warn(
      `The ${mail.purpose} mail to user ${mail.user_id} was not sent: ${reason} It is tried again at ${nextAt.toISOString()}.`,
    );
    return;
  }
  const { connections, clock } = deps;
  await noteSent(mail.leasedUntil, clock, () =>
    connections.accounts.deleteFrom("mails").where("id", "=", mail.id).execute(),
  );
}

/** Delays a mail, at most until its link expires. */
async function postpone({ connections, clock }: DeliveryDeps, mail: Attempt, reason: string): Promise<Date> {
  const delay = Math.min(FIRST_RETRY_MS * 2 ** (mail.attempts - 1), MAX_RETRY_MS);
  const nextAt = new Date(Math.min(clock() + delay, mail.expires_at.getTime()));
  await connections.accounts
    .updateTable("mails")
    .set({ next_attempt_at: nextAt, leased_until: null, error: reason })
    .where("id", "=", mail.id)
    .where("attempts", "=", mail.attempts)
    .execute();
  return nextAt;
}

/** The mail server's response, in one line; a server that repeats the mail must not put its link into the log. */
function reasonOf(error: unknown, token: string): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(token, "…").replaceAll(/\s+/g, " ").trim().slice(0, MAX_REASON_LENGTH);
}
