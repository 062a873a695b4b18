import type { NewWebhook, WebhookRow } from "../../contract/notifications/webhooks.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Transactional } from "../database/connect.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { newWebhookSecret } from "../outgoing/webhook-signature.ts";
import { wrongField } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { checkOrganizationInScope } from "../query/organization-in-scope.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { encrypt } from "../secrets/encrypt.ts";
import { onRecord, recordOf } from "./on-record.ts";
import { readWebhook } from "./read-webhook.ts";

/**
 * Adds a webhook or a chat to an organization, with an audit log entry.
 * @param sessionSecret encrypts its secret
 * @returns it with the secret of a webhook, which is shown this once
 * @throws ProblemError not_found; invalid_fields
 */
export async function addWebhook(
  tx: Transactional,
  scope: RequestScope,
  who: Actor,
  organizationId: number,
  wanted: NewWebhook,
  sessionSecret: string,
): Promise<WebhookRow & { secret: string | null }> {
  checkOrganizationInScope(scope, organizationId);
  const { address, kept, shown } = targetOf(wanted);
  const propertyIds = await checkedProperties(tx, organizationId, wanted.property_ids ?? null);
  const { id } = await tx
    .insertInto("webhooks")
    .values({
      organization_id: organizationId,
      type: wanted.type,
      name: wanted.name,
      address,
      secret: encrypt(kept, sessionSecret, "webhooks"),
      kinds: [...new Set(wanted.kinds)],
      property_ids: propertyIds,
      min_cents_per_day: Math.round(wanted.min_dollars_per_day * 100),
      creator_id: who.userId,
      created_by: who.email,
      created_at: new Date(who.at),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const added = await readWebhook(tx, organizationId, id, who.at);
  await audit(tx, who, { action: "webhook.create", ...onRecord(organizationId, id), after: recordOf(added) });
  return { ...added, secret: shown };
}

/** What of a new webhook is shown in lists, what is kept encrypted, and what its creator is shown once. */
function targetOf({ type, url, token, channel }: NewWebhook): { address: string; kept: string; shown: string | null } {
  if (type === "slack_bot") {
    if (url !== undefined) throw wrongField("url", text`A bot has a token and a channel, and no address.`);
    if (token === undefined) throw wrongField("token", text`Enter the bot's token.`);
    if (channel === undefined) throw wrongField("channel", text`Enter the channel.`);
    return { address: channel, kept: token, shown: null };
  }
  if (token !== undefined) throw wrongField("token", text`Only a bot of Slack has a token.`);
  if (channel !== undefined) throw wrongField("channel", text`Only a bot of Slack has a channel.`);
  if (url === undefined) throw wrongField("url", text`Enter the address.`);
  if (type !== "webhook") return { address: new URL(url).host, kept: url, shown: null };
  const secret = newWebhookSecret();
  return { address: url, kept: secret, shown: secret };
}

/** The properties without repeats; administrators of an organization see all of its properties. */
export async function checkedProperties(
  tx: Transactional,
  organizationId: number,
  wanted: readonly number[] | null,
): Promise<number[] | null> {
  if (wanted === null) return null;
  const ids = [...new Set(wanted)];
  const found = await queryRows(tx, IdRow)`
    select id from properties
    where organization_id = ${organizationId} and id = any(${ids}::bigint[]) and archived_at is null`;
  const own = new Set(found.map(({ id }) => id));
  const others = ids.filter((id) => !own.has(id));
  if (others.length > 0) {
    throw wrongField("property_ids", text`The organization has no property ${others.slice(0, 10).join(", ")}.`);
  }
  return ids;
}
