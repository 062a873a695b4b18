import { sql } from "kysely";
import { z } from "zod";
import { languages } from "../../contract/display/languages.ts";
import { measures } from "../../contract/display/measures.ts";
import { eventTypeOf } from "../../contract/notifications/notice-kinds.ts";
import { type WebhookPayload, webhookPayload } from "../../contract/notifications/webhook-payload.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { queryRow, queryRows } from "../database/query-rows.ts";
import { readerOf } from "../language/reader.ts";
import { textsIn } from "../language/texts.ts";
import { DeliveryError } from "../outgoing/delivery-error.ts";
import { Text } from "../problem/text.ts";
import { recordDelivered, recordFailed, type SwitchedOffWebhook } from "../webhooks/record-delivery.ts";
import { readTarget, sendToWebhook, type WebhookMessage } from "../webhooks/send-to-webhook.ts";
import { webhooksFor } from "../webhooks/webhooks-for.ts";
import { addressOf, type DeliveryDeps, type DueRow, drop, finishSent, postpone } from "./messages/due-message.ts";
import { reasonColumns, reasons } from "./messages/reason.ts";
import { type Notice, OutboxRow, readNotices } from "./notice.ts";
import { isAdminOf } from "./recipients.ts";
import { webhookOffMail } from "./render-mail.ts";

const OwnerRow = z.object({ organization_id: z.int().nullable() });
const WebhookRow = z.object({ name: z.string(), disabled_at: z.date().nullable(), measure: z.enum(measures) });
const ThreadRow = z.object({ chat_thread: z.string() });
const AdminRow = z.object({ id: z.int(), language: z.enum(languages).nullable().catch(null) });

/** The channel of messages to a type of webhook. */
const channelOf = { webhook: "webhook", slack: "slack", slack_bot: "slack", teams: "teams" } as const;

/** Makes the messages of notices to the organization's webhooks and chats, each at once. */
export async function addWebhookMessages(tx: Transactional, notices: readonly Notice[], now: number): Promise<void> {
  for (const { propertyId, outboxId, caseId, kind, dollarsPerDay } of notices) {
    const wanted = await webhooksFor(tx, { propertyId, kind, dollarsPerDay });
    if (wanted.length === 0) continue;
    const owner = await queryRow(tx, OwnerRow)`select organization_id from properties where id = ${propertyId}`;
    const thread = `property ${propertyId} ${caseId === null ? `notice ${outboxId}` : `case ${caseId}`}`;
    for (const { id, type } of wanted) {
      await sql`
        with made as (
          insert into messages (organization_id, webhook_id, channel, thread, is_list, created_at, due_at)
          values (${owner?.organization_id ?? null}, ${id}, ${channelOf[type]}, ${thread}, false, ${new Date(now)},
            ${new Date(now)})
          returning id
        )
        insert into message_contents (message_id, property_id, outbox_id, case_id)
        select made.id, ${propertyId}::bigint, ${outboxId}::bigint, ${caseId}::bigint from made`.execute(tx);
    }
  }
}

/** Sends a message to a webhook or chat, while it is on and the property is the organization's. */
export async function deliverToWebhook(deps: DeliveryDeps, due: DueRow): Promise<void> {
  const prepared = await prepare(deps, due);
  const now = deps.clock();
  if (prepared instanceof Text) return drop(deps, due, prepared);
  const { webhookId, target, name, message } = prepared;
  const { accounts } = deps.connections;
  const shown =
    due.channel === "webhook" ? JSON.stringify(message.payload) : `${message.short.title}\n${message.short.text}`;
  await sql`
    update messages set address = ${name}, subject = ${message.short.title}, text = ${shown} where id = ${due.id}`.execute(
    accounts,
  );
  const sent = await sendToWebhook(deps.post, target, message, deps.secret, now).catch((error: unknown) => ({ error }));
  if ("error" in sent) {
    const failed = sent.error instanceof DeliveryError ? sent.error : null;
    await accounts.transaction().execute(async (tx) => {
      const failure = failed?.isGone ? "gone" : failed?.isRetriable === false ? "for_good" : "for_now";
      const off = await recordFailed(tx, webhookId, failure, now);
      if (off !== null) await notifyAdmins(tx, off, deps.baseUrl, now);
    });
    return postpone(deps, due, sent.error, failed !== null && !failed.isRetriable);
  }
  await finishSent(deps, due, sql`, chat_thread = ${sent.threadId}`);
  await accounts.transaction().execute((tx) => recordDelivered(tx, webhookId, now));
}

/**
 * Drops what still waits for a webhook that is switched off, before it is switched on again: a message in its backoff would
 * else be sent afterwards.
 */
export async function dropWaiting(
  { accounts }: Connections,
  { organizationId, webhookId }: { organizationId: number; webhookId: number },
  now: number,
): Promise<void> {
  await sql`
    update messages set dropped_at = ${new Date(now)}, ${reasonColumns(reasons.switchedOff)}
    where webhook_id = ${webhookId} and sent_at is null and failed_at is null and dropped_at is null
      and exists (
        select from webhooks
        where id = ${webhookId} and organization_id = ${organizationId} and disabled_at is not null)`.execute(accounts);
}

/** @returns why there is nothing to send; else what to send where */
async function prepare(deps: DeliveryDeps, due: DueRow) {
  const { connections, clock } = deps;
  const { accounts } = connections;
  const { webhook_id: webhookId, organization_id: organizationId } = due;
  if (webhookId === null || organizationId === null) return reasons.deletedWebhook;
  const found = await queryRow(accounts, WebhookRow)`
    select webhooks.name, webhooks.disabled_at, organizations.measure
    from webhooks join organizations on organizations.id = webhooks.organization_id
    where webhooks.id = ${webhookId} and webhooks.organization_id = ${organizationId}`;
  const target = await readTarget(accounts, organizationId, webhookId);
  if (found === undefined || target === null) return reasons.deletedWebhook;
  if (found.disabled_at !== null) return reasons.switchedOff;
  const rows = await queryRows(accounts, OutboxRow)`
    select entry.property_id, entry.id, entry.kind, entry.case_id, entry.alert_id
    from message_contents content
    join outbox entry on entry.property_id = content.property_id and entry.id = content.outbox_id
    join properties on properties.id = entry.property_id
    where content.message_id = ${due.id} and properties.organization_id = ${organizationId}
      and properties.archived_at is null`;
  const [row] = rows;
  if (row === undefined) return reasons.movedProperty;
  const reader = readerOf({ language: "en", measure: found.measure });
  const [notice] = await readNotices(connections, row.property_id, rows, reader, clock, "whole");
  if (notice === undefined) return reasons.over;
  const link = addressOf(deps.baseUrl, notice.path);
  // A thread is of a channel: one that began before another channel, or another bot's token, was set is not there.
  const prior = await queryRow(accounts, ThreadRow)`
    select chat_thread from messages
    where webhook_id = ${webhookId} and thread = ${due.thread} and chat_thread is not null
      and not exists (
        select from audit_log
        where organization_id = ${organizationId} and at >= messages.sent_at and action = 'webhook.change'
          and object_type = 'webhook' and object_id = ${String(webhookId)}
          and (before -> 'address' <> after -> 'address' or after ? 'has_new_credentials'))
    order by number limit 1`;
  const message: WebhookMessage = {
    id: due.id,
    // Sent again it is what it was.
    payload: due.channel === "webhook" && due.text !== null ? storedPayload(due.text) : payloadOf(notice, link, due),
    short: {
      title: `${notice.what}: ${notice.where}`,
      text: [...notice.facts.map(({ name, value }) => `${name}: ${value}`), notice.text, notice.whatToDo].join("\n"),
      link,
      linkLabel: reader.i18n._("Open in Dripline"),
      threadKey: due.thread,
      priorThreadId: prior?.chat_thread ?? null,
    },
  };
  return { webhookId, target, name: found.name, message };
}

function storedPayload(text: string): WebhookPayload {
  return webhookPayload.parse(JSON.parse(text));
}

function payloadOf(notice: Notice, link: string, due: DueRow): WebhookPayload {
  const { property, building, unit, meterSerial, deviceSerial, state, startedAt, count, currency } = notice.subject;
  return {
    type: eventTypeOf[notice.kind],
    timestamp: due.created_at.toISOString(),
    data: {
      property,
      building,
      unit,
      meter_serial: meterSerial,
      device_serial: deviceSerial,
      case_id: notice.caseId,
      state,
      started_at: startedAt,
      gallons_per_day: notice.gallonsPerDay,
      dollars_per_day: notice.dollarsPerDay,
      currency,
      count,
      summary: `${notice.what}: ${notice.where}. ${notice.text}`,
      link,
    },
  };
}

/** Threads of mails that a webhook was switched off begin so. */
const OFF_THREAD = "webhook off ";

/** Whether a message is the mail that a webhook was switched off. @param thread its thread */
export function isWebhookOffMail(thread: string): boolean {
  return thread.startsWith(OFF_THREAD);
}

/** Whether the recipient of a mail that a webhook was switched off may still enable it. */
export async function mayEnable({ accounts }: Connections, { user_id, organization_id }: DueRow): Promise<boolean> {
  const found = await queryRow(accounts, AdminRow)`
    select ${adminColumns} from users person where person.id = ${user_id} and ${mayAdminister(organization_id)}`;
  return found !== undefined;
}

const adminColumns = sql`person.id, person.preferences ->> 'language' as language`;
const mayAdminister = (organizationId: number | null) =>
  sql`person.deleted_at is null and (person.staff_role = 'IONAdmin' or ${isAdminOf(organizationId)})`;

/** Mails that a webhook was switched off, and why, to the person who made it; if they may not enable it, to all who may. */
async function notifyAdmins(tx: Transactional, off: SwitchedOffWebhook, baseUrl: string, now: number): Promise<void> {
  const { id, organization_id, creator_id } = off;
  const found = await queryRows(tx, AdminRow)`
    select ${adminColumns} from users person
    where ${mayAdminister(organization_id)} and (person.id = ${creator_id} or ${isAdminOf(organization_id)})
    order by person.id`;
  const creators = found.filter((one) => one.id === creator_id);
  const page = addressOf(baseUrl, `/admin/settings?tab=webhooks&organization_id=${organization_id}`);
  for (const admin of creators.length > 0 ? creators : found) {
    const { subject, text, html } = webhookOffMail(off, page, textsIn(admin.language ?? "en"));
    await sql`
      insert into messages (organization_id, user_id, channel, thread, is_list, created_at, due_at, subject, text, html)
      values (${organization_id}, ${admin.id}, 'mail', ${`${OFF_THREAD}${id} ${now}`}, false, ${new Date(now)},
        ${new Date(now)}, ${subject}, ${text}, ${html})`.execute(tx);
  }
}
