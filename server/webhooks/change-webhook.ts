import { sql } from "kysely";
import type { ChangedWebhook, WebhookRow, WebhookType } from "../../contract/notifications/webhooks.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { newWebhookSecret } from "../outgoing/webhook-signature.ts";
import { ProblemError, wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { checkOrganizationInScope } from "../query/organization-in-scope.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { encrypt } from "../secrets/encrypt.ts";
import { checkedProperties } from "./add-webhook.ts";
import { onRecord, recordOf } from "./on-record.ts";
import { readWebhook } from "./read-webhook.ts";
import { withHiddenProperties } from "./with-hidden-properties.ts";

/** For so long the previous secret signs too, in milliseconds: a day. */
const OVERLAP_MS = 86_400_000;

/** A webhook of an organization, and who changes it. */
export interface WebhookChange {
  scope: RequestScope;
  who: Actor;
  organizationId: number;
  id: number;
}

/** Changes what is given, with an audit log entry. @throws ProblemError not_found, invalid_fields */
export async function changeWebhook(
  tx: Transactional,
  change: WebhookChange,
  wanted: ChangedWebhook,
  sessionSecret: string,
): Promise<WebhookRow> {
  const before = await lockWebhook(tx, change);
  checkTarget(before.type, wanted);
  const { url, token, channel, name, kinds, property_ids: properties, min_dollars_per_day: dollars } = wanted;
  const kept = before.type === "slack_bot" ? token : before.type === "webhook" ? undefined : url;
  const address = before.type === "slack_bot" ? channel : before.type === "webhook" ? url : url && new URL(url).host;
  const values = {
    ...(name === undefined ? {} : { name }),
    ...(kinds === undefined ? {} : { kinds: [...new Set(kinds)] }),
    ...(properties === undefined
      ? {}
      : {
          property_ids: withHiddenProperties(
            change.organizationId,
            await checkedProperties(tx, change.organizationId, properties),
          ),
        }),
    ...(dollars === undefined ? {} : { min_cents_per_day: Math.round(dollars * 100) }),
    ...(address === undefined ? {} : { address }),
    ...(kept === undefined ? {} : { secret: encrypt(kept, sessionSecret, "webhooks") }),
  };
  if (Object.keys(values).length === 0) return before;
  await tx
    .updateTable("webhooks")
    .set(values)
    .where("id", "=", change.id)
    .where("organization_id", "=", change.organizationId)
    .execute();
  const after = await readWebhook(tx, change.organizationId, change.id, change.who.at);
  const hasNewTarget = kept !== undefined;
  await audit(tx, change.who, {
    action: "webhook.change",
    ...onRecord(change.organizationId, change.id),
    before: recordOf(before),
    after: { ...recordOf(after), ...(hasNewTarget ? { has_new_credentials: true } : {}) },
  });
  return after;
}

/**
 * Gives a webhook a new secret, with an audit log entry; the previous one signs too for a day.
 * @throws ProblemError not_found; conflict for a chat
 */
export async function rotateSecret(
  tx: Transactional,
  change: WebhookChange,
  sessionSecret: string,
): Promise<WebhookRow & { secret: string }> {
  const before = await lockWebhook(tx, change);
  if (before.type !== "webhook") {
    throw new ProblemError("conflict", text`Messages to a chat are not signed: there is no secret to replace.`);
  }
  const secret = newWebhookSecret();
  await sql`
    update webhooks set previous_secret = secret, secret = ${encrypt(secret, sessionSecret, "webhooks")},
      previous_secret_until = ${new Date(change.who.at + OVERLAP_MS)}
    where id = ${change.id} and organization_id = ${change.organizationId}`.execute(tx);
  await audit(tx, change.who, { action: "webhook.rotate", ...onRecord(change.organizationId, change.id) });
  return { ...(await readWebhook(tx, change.organizationId, change.id, change.who.at)), secret };
}

/** Switches a webhook on again, with an audit log entry; one that is on stays as it is. @throws ProblemError not_found */
export async function enableWebhook(tx: Transactional, change: WebhookChange): Promise<WebhookRow> {
  const before = await lockWebhook(tx, change);
  if (before.disabled_at === null) return before;
  await sql`
    update webhooks set disabled_at = null, disabled_reason = null, first_failed_at = null
    where id = ${change.id} and organization_id = ${change.organizationId}`.execute(tx);
  await audit(tx, change.who, { action: "webhook.enable", ...onRecord(change.organizationId, change.id) });
  return readWebhook(tx, change.organizationId, change.id, change.who.at);
}

/**
 * Switches a webhook off, with an audit log entry: what waits for it and what happens meanwhile is not sent to it. One that
 * is off stays as it is.
 * @throws ProblemError not_found
 */
export async function disableWebhook(tx: Transactional, change: WebhookChange): Promise<WebhookRow> {
  const before = await lockWebhook(tx, change);
  if (before.disabled_at !== null) return before;
  await sql`
    update webhooks set disabled_at = ${new Date(change.who.at)}, disabled_reason = 'manual'
    where id = ${change.id} and organization_id = ${change.organizationId}`.execute(tx);
  await audit(tx, change.who, { action: "webhook.disable", ...onRecord(change.organizationId, change.id) });
  return readWebhook(tx, change.organizationId, change.id, change.who.at);
}

/** Deletes a webhook, with an audit log entry. @throws ProblemError not_found */
export async function deleteWebhook(tx: Transactional, change: WebhookChange): Promise<WebhookRow> {
  const before = await lockWebhook(tx, change);
  await sql`delete from webhooks where id = ${change.id} and organization_id = ${change.organizationId}`.execute(tx);
  await audit(tx, change.who, {
    action: "webhook.delete",
    ...onRecord(change.organizationId, change.id),
    before: recordOf(before),
  });
  return before;
}

async function lockWebhook(tx: Transactional, { scope, who, organizationId, id }: WebhookChange): Promise<WebhookRow> {
  checkOrganizationInScope(scope, organizationId);
  await sql`select from webhooks where id = ${id} and organization_id = ${organizationId} for update`.execute(tx);
  return readWebhook(tx, organizationId, id, who.at);
}

function checkTarget(type: WebhookType, { url, token, channel }: ChangedWebhook): void {
  if (type === "slack_bot") {
    if (url !== undefined) throw wrongField("url", text`A bot has a token and a channel, and no address.`);
    return;
  }
  if (token !== undefined) throw wrongField("token", text`Only a bot of Slack has a token.`);
  if (channel !== undefined) throw wrongField("channel", text`Only a bot of Slack has a channel.`);
}
