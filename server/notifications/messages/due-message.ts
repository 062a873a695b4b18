import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Connections } from "../../database/connect.ts";
import { noteSent } from "../../database/note-sent.ts";
import type { Mailer } from "../../mail/mailer.ts";
import { DeliveryError } from "../../outgoing/delivery-error.ts";
import type { Post } from "../../outgoing/safe-request.ts";
import type { SmsSettings } from "../../outgoing/sms-settings.ts";
import type { Clock } from "../../time/clock.ts";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { type Reason, reasonColumns, reasonOf } from "./reason.ts";

export interface DeliveryDeps {
  connections: Connections;
  mailer: Mailer;
  /** The address that people open, from the settings. */
  baseUrl: string;
  /** Signs links in mails, encrypts the secrets of webhooks, and gives the key of messages to browsers. */
  secret: string;
  /** Sends requests to addresses that people entered. */
  post: Post;
  /** How text messages are sent; null: no provider is set up. */
  sms: SmsSettings | null;
  clock: Clock;
  /** Takes a sentence for the operator's log. */
  warn: (text: string) => void;
}

const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = HOUR_MS;
/** Lease: a sender that has not finished by then is dead, because sending itself times out earlier. */
export const LEASE_MS = 120_000;
/**
 * A message that is not accepted within this time from its first attempt is given up. That attempt then ended at least three
 * days before, after which a webhook is switched off.
 */
const GIVE_UP_MS = 3 * DAY_MS + LEASE_MS;

/** A message that is being sent. */
export const DueRow = z.object({
  id: z.uuid(),
  number: z.int(),
  /** null: to a webhook. */
  user_id: z.int().nullable(),
  webhook_id: z.int().nullable(),
  organization_id: z.int().nullable(),
  thread: z.string(),
  is_list: z.boolean(),
  attempts: z.int(),
  channel: z.enum(["mail", "sms", "slack", "teams", "push", "webhook"]),
  created_at: z.date(),
  first_attempt_at: z.date().nullable(),
  leased_until: z.date(),
  address: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
});
export type DueRow = z.output<typeof DueRow>;

/** Address of a page. @param path with its `/` */
export function addressOf(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/$/, "")}${path}`;
}

/**
 * Ends an attempt.
 * @param set SQL, the columns that it changes
 * @returns false, and nothing is changed, when the lease has run out and another sender has the message
 */
export async function finish({ connections }: DeliveryDeps, due: DueRow, set: RawBuilder<unknown>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    update messages set ${set}, leased_until = null
    where id = ${due.id} and sent_at is null and attempts = ${due.attempts}`.execute(connections.accounts);
  return numAffectedRows > 0n;
}

/** Ends a message that is not to be sent. */
export async function drop(deps: DeliveryDeps, due: DueRow, reason: Reason): Promise<void> {
  await finish(deps, due, sql`dropped_at = ${new Date(deps.clock())}, ${reasonColumns(reason)}`);
}

/**
 * Ends a message that its channel accepted, also when another sender has claimed it meanwhile.
 * @param more SQL, further columns that it changes, with a comma before each
 */
export function finishSent(deps: DeliveryDeps, due: DueRow, more: RawBuilder<unknown> = sql``): Promise<void> {
  const { connections, clock } = deps;
  const at = new Date(clock());
  return noteSent(due.leased_until.getTime(), clock, () =>
    sql`
      update messages set sent_at = ${at}, ${reasonColumns(null)} ${more}, leased_until = null
      where id = ${due.id} and sent_at is null`.execute(connections.accounts),
  );
}

/**
 * Delays a message, or gives it up: it is then in the list of deliveries, from where it can be sent again.
 * @param leastMs how long the receiver wants to be left alone, in milliseconds
 */
export async function postpone(
  deps: DeliveryDeps,
  due: DueRow,
  error: unknown,
  isPermanent: boolean,
  leastMs = error instanceof DeliveryError ? (error.retryAfterMs ?? 0) : 0,
): Promise<void> {
  const now = deps.clock();
  const reason = reasonOf(error);
  const usual = Math.min(FIRST_RETRY_MS * 2 ** Math.min(due.attempts - 1, 20), MAX_RETRY_MS);
  const lastAt = (due.first_attempt_at?.getTime() ?? now) + GIVE_UP_MS;
  if (isPermanent || now >= lastAt) {
    if (!(await finish(deps, due, sql`failed_at = ${new Date(now)}, ${reasonColumns(reason)}`))) return;
    deps.warn(
      `A message to ${due.user_id !== null ? `user ${due.user_id}` : due.webhook_id !== null ? `webhook ${due.webhook_id}` : due.thread} was given up: ${reason}`,
    );
    return;
  }
  const nextAt = Math.min(now + Math.max(usual, leastMs), lastAt);
  await finish(deps, due, sql`due_at = ${new Date(nextAt)}, ${reasonColumns(reason)}`);
}

const Rejection = z.object({
  code: z.enum(["EENVELOPE", "EMESSAGE"]),
  responseCode: z.int().min(500),
  command: z.string().optional(),
});

/** It is rejected for this recipient or this message; anything else, such as a wrong password or sender, may pass. */
export function isForGood(error: unknown): boolean {
  if (error instanceof DeliveryError) return !error.isRetriable;
  const known = Rejection.safeParse(error);
  return known.success && known.data.command !== "MAIL FROM";
}
