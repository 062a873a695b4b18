import { sql } from "kysely";
import { z } from "zod";
import type { NotificationChannels } from "../../../contract/notifications/channels.ts";
import type { Person } from "../../accounts/sessions/person.ts";
import { audit } from "../../audit/audit.ts";
import type { Connections } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import type { PushSubscription } from "../../outgoing/web-push.ts";
import { notThere } from "../../problem/problem.ts";
import { CODE_MS } from "./phone.ts";

/** Of more, the oldest is removed: people seldom do so with a browser that they have no more. */
const MOST_BROWSERS = 20;

const PhoneRow = z.object({
  number: z.string().nullable(),
  confirmed_at: z.date().nullable(),
  pending_number: z.string().nullable(),
  pending_at: z.date().nullable(),
});
const BrowserRow = z.object({
  id: z.int(),
  user_agent: z.string(),
  endpoint: z.string(),
  created_at: z.date(),
  last_sent_at: z.date().nullable(),
});

/** What the server has for all: whether it can send text messages, and its public key for browsers. */
export interface Offered {
  sms: unknown;
  pushKey: string;
}

/** How a person can be notified besides mail. */
export async function readChannels(
  { accounts }: Pick<Connections, "accounts">,
  { sms, pushKey }: Offered,
  { userId, at }: Pick<Person, "userId" | "at">,
): Promise<NotificationChannels> {
  const phone = await queryRow(accounts, PhoneRow)`
    select phone.number, phone.confirmed_at, code.number as pending_number, code.created_at as pending_at
    from users person left join phones phone on phone.user_id = person.id
    left join lateral (
      select number, created_at from phone_codes
      where user_id = person.id and ended_at is null and created_at > ${new Date(at - CODE_MS)}
      order by id desc limit 1) code on true
    where person.id = ${userId}`;
  const browsers = await queryRows(accounts, BrowserRow)`
    select id, user_agent, endpoint, created_at, last_sent_at from push_subscriptions
    where user_id = ${userId} and server_key = ${pushKey} order by id desc`;
  const { pending_number = null, pending_at = null } = phone ?? {};
  return {
    sms_is_offered: sms !== null,
    phone: {
      number: phone?.number ?? null,
      confirmed_at: phone?.confirmed_at?.toISOString() ?? null,
      pending:
        pending_number === null || pending_at === null
          ? null
          : { number: pending_number, expires_at: new Date(pending_at.getTime() + CODE_MS).toISOString() },
    },
    push_key: pushKey,
    browsers: browsers.map((row) => ({
      ...row,
      created_at: row.created_at.toISOString(),
      last_sent_at: row.last_sent_at?.toISOString() ?? null,
    })),
  };
}

/** Lets a browser show a person's notifications, and no longer those of another. */
export async function addBrowser(
  { accounts }: Pick<Connections, "accounts">,
  who: Person,
  { endpoint, p256dh, auth }: PushSubscription,
  { userAgent, pushKey }: { userAgent: string; pushKey: string },
): Promise<void> {
  const { userId, organizationId, at } = who;
  await accounts.transaction().execute(async (tx) => {
    await sql`select id from users where id = ${userId} for no key update`.execute(tx);
    // What was waiting for another person must not reach this one.
    await sql`delete from push_subscriptions where endpoint = ${endpoint} and user_id <> ${userId}`.execute(tx);
    const known = await sql`
      update push_subscriptions set p256dh = ${p256dh}, auth = ${auth}, server_key = ${pushKey}, user_agent = ${userAgent}
      where endpoint = ${endpoint}`.execute(tx);
    if (known.numAffectedRows === 1n) return;
    await sql`
      insert into push_subscriptions (user_id, endpoint, p256dh, auth, server_key, user_agent, created_at)
      values (${userId}, ${endpoint}, ${p256dh}, ${auth}, ${pushKey}, ${userAgent}, ${new Date(at)})`.execute(tx);
    await sql`
      delete from push_subscriptions where id in (
        select id from push_subscriptions where user_id = ${userId} order by id desc offset ${MOST_BROWSERS})`.execute(
      tx,
    );
    await audit(tx, who, {
      action: "push.subscribe",
      organizationId,
      objectType: "user",
      objectId: userId,
      after: { browser: userAgent },
    });
  });
}

const RemovedRow = z.object({ user_agent: z.string() });

/** @throws ProblemError not_found */
export async function removeBrowser(
  { accounts }: Pick<Connections, "accounts">,
  who: Person,
  id: number,
): Promise<void> {
  const { userId, organizationId } = who;
  await accounts.transaction().execute(async (tx) => {
    const removed = await queryRow(tx, RemovedRow)`
      delete from push_subscriptions where id = ${id} and user_id = ${userId} returning user_agent`;
    if (removed === undefined) throw notThere("browser");
    await audit(tx, who, {
      action: "push.unsubscribe",
      organizationId,
      objectType: "user",
      objectId: userId,
      before: { browser: removed.user_agent },
    });
  });
}
