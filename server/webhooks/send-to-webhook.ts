import type { QueryExecutorProvider } from "kysely";
import { z } from "zod";
import type { WebhookPayload } from "../../contract/notifications/webhook-payload.ts";
import { webhookTypes } from "../../contract/notifications/webhooks.ts";
import { queryRow } from "../database/query-rows.ts";
import { DeliveryError } from "../outgoing/delivery-error.ts";
import type { Post } from "../outgoing/safe-request.ts";
import type { Receipt, ShortMessage } from "../outgoing/short-message.ts";
import { sendBySlackBot, sendToSlackWebhook } from "../outgoing/slack.ts";
import { sendToTeams } from "../outgoing/teams.ts";
import { signWebhook } from "../outgoing/webhook-signature.ts";
import { text } from "../problem/text.ts";
import { decrypt } from "../secrets/encrypt.ts";

const Target = z.object({
  type: z.enum(webhookTypes),
  address: z.string(),
  secret: z.instanceof(Buffer),
  previous_secret: z.instanceof(Buffer).nullable(),
  previous_secret_until: z.date().nullable(),
});

/** Where a webhook leads, as it is stored: with what is encrypted. */
export type WebhookTarget = z.output<typeof Target>;

/** A message for any type of webhook. */
export interface WebhookMessage {
  /** The same each time that it is sent, so that a receiver can drop a repeat. */
  id: string;
  /** For webhooks. */
  payload: WebhookPayload;
  /** For chats. */
  short: ShortMessage;
}

/** @returns null when there is none, or none any more */
export async function readTarget(
  db: QueryExecutorProvider,
  organizationId: number,
  id: number,
): Promise<WebhookTarget | null> {
  const row = await queryRow(db, Target)`
    select type, address, secret, previous_secret, previous_secret_until from webhooks
    where organization_id = ${organizationId} and id = ${id}`;
  return row ?? null;
}

/**
 * Sends a message.
 * @param now milliseconds since the epoch
 * @throws DeliveryError
 */
export async function sendToWebhook(
  post: Post,
  target: WebhookTarget,
  { id, payload, short }: WebhookMessage,
  sessionSecret: string,
  now: number,
): Promise<Receipt> {
  const secret = decrypt(target.secret, sessionSecret, "webhooks");
  if (secret === null) {
    throw new DeliveryError(
      text`Its credentials cannot be read, because the server's session secret was changed. Enter them again, or make a new secret.`,
    );
  }
  switch (target.type) {
    case "slack":
      return sendToSlackWebhook(post, secret, short);
    case "slack_bot":
      return sendBySlackBot(post, { token: secret, channel: target.address }, short);
    case "teams":
      return sendToTeams(post, secret, short);
    case "webhook": {
      const body = JSON.stringify(payload);
      const signed = signWebhook({ id, body }, [secret, ...previousOf(target, sessionSecret, now)], now);
      const { status } = await post({
        url: target.address,
        headers: { "content-type": "application/json; charset=utf-8", ...signed },
        body,
      });
      return { threadId: null, status };
    }
  }
}

function previousOf(target: WebhookTarget, sessionSecret: string, now: number): string[] {
  const { previous_secret: sealed, previous_secret_until: until } = target;
  if (sealed === null || until === null || until.getTime() <= now) return [];
  const previous = decrypt(sealed, sessionSecret, "webhooks");
  return previous === null ? [] : [previous];
}
