import { z } from "zod";
import { call } from "../call/call.ts";
import { bodyId, dollars, givenName, id, paged, paging } from "../call/fields.ts";
import { eventTypes } from "./notice-kinds.ts";

/** Where events can be sent: signed requests, or messages in a chat. */
export const webhookTypes = ["webhook", "slack", "slack_bot", "teams"] as const;
export type WebhookType = (typeof webhookTypes)[number];

const ADDRESS = "Enter a web address that begins with https://, without a user name.";
const TOKEN = "A bot's token begins with xoxb-. Slack shows it under OAuth & Permissions.";
const CHANNEL = "Enter the channel's id, such as C0123456789, or its name, such as #leaks.";

/** Whether a text is a web address. Which network it leads to is found out with each request to it. */
function isWebAddress(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

const kind = z.enum(eventTypes, `A kind must be one of: ${eventTypes.join(", ")}.`);

const webhook = z.object({
  id: z.number().int().describe("Its id."),
  name: z.string().describe("Its name."),
  type: z
    .enum(webhookTypes)
    .describe(
      "webhook: signed requests. slack, slack_bot and teams: messages to a channel of Slack or Microsoft Teams.",
    ),
  address: z
    .string()
    .describe(
      "Where it leads: the address of a webhook, the channel of a bot, and of slack and teams the host only, because whoever knows their address can write to the channel.",
    ),
  kinds: z.array(kind).describe("Kinds of events that are sent."),
  property_ids: z
    .array(z.number().int())
    .nullable()
    .describe("Properties whose events are sent; null: all of the organization, also those to come."),
  min_dollars_per_day: dollars.describe("Leaks that cost less a day are not sent; 0: all are."),
  created_by: z.string().describe("E-mail of its creator."),
  created_at: z.string().describe("When it was created."),
  previous_secret_until: z
    .string()
    .nullable()
    .describe("Until when requests are signed with the previous secret too; null: only with the current one."),
  first_failed_at: z
    .string()
    .nullable()
    .describe("Since when every message has failed; null: the last one got through, or none was sent."),
  last_sent_at: z.string().nullable().describe("When a message last got through; null: none did."),
  last_failed_at: z.string().nullable().describe("When a message last failed; null: none did."),
  disabled_at: z.string().nullable().describe("When it was switched off; null: it is on."),
  state: z
    .enum(["working", "failing", "off", "switched_off", "gone"])
    .describe(
      "off: an administrator switched it off; switched_off: after 3 days in which every message failed; gone: the receiver answered with status 410. Each is on again after you enable it.",
    ),
});
export type WebhookRow = z.infer<typeof webhook>;

const shape = {
  name: givenName.min(1, "Give it a name.").max(100, "The name has at most 100 characters."),
  kinds: z.array(kind).min(1, "Choose at least one kind of event.").max(eventTypes.length),
  property_ids: z.array(bodyId).min(1, "Choose at least one property.").max(1000).nullable(),
  min_dollars_per_day: z
    .number()
    .min(0, "min_dollars_per_day cannot be negative.")
    .max(1_000_000, "min_dollars_per_day is at most 1,000,000.")
    .multipleOf(0.01, "min_dollars_per_day has at most two decimals."),
  url: z.string().trim().max(2000, "The address has at most 2,000 characters.").refine(isWebAddress, ADDRESS),
  token: z
    .string()
    .trim()
    .max(500, TOKEN)
    .regex(/^xoxb-[\w-]+$/, TOKEN),
  channel: z
    .string()
    .trim()
    .max(100, CHANNEL)
    .regex(/^#?[^\s#@<>&]+$/, CHANNEL),
};

const newWebhook = z.strictObject({
  type: z.enum(webhookTypes, `type must be one of: ${webhookTypes.join(", ")}.`).default("webhook"),
  name: shape.name,
  kinds: shape.kinds,
  property_ids: shape.property_ids.optional().describe("null or omitted: all, also those to come."),
  min_dollars_per_day: shape.min_dollars_per_day.default(0).describe("Leaks that cost less a day are not sent."),
  url: shape.url
    .optional()
    .describe("Where requests go; of Slack and Teams the webhook's address. Not with slack_bot."),
  token: shape.token.optional().describe("The token of a slack_bot."),
  channel: shape.channel.optional().describe("The channel of a slack_bot."),
});
export type NewWebhook = z.output<typeof newWebhook>;

const changedWebhook = z
  .strictObject(shape)
  .partial()
  .describe("Fields that are left out stay as they are; url, token and channel only for the types that have them.");
export type ChangedWebhook = z.output<typeof changedWebhook>;

const ofOrganization = z.strictObject({ id });
const ofWebhook = z.strictObject({ id, webhook_id: id });

const secret = z
  .string()
  .nullable()
  .describe("Signs the requests; it is in this answer only. null: of a chat, whose messages are not signed.");

export const webhookCalls = {
  "GET /v1/admin/organizations/{id}/webhooks": call({
    access: "admin",
    summary: "The webhooks of an organization and its channels in Slack and Teams, newest first; never their secrets.",
    params: ofOrganization,
    query: z.strictObject(paging),
    response: paged(webhook),
  }),
  "POST /v1/admin/organizations/{id}/webhooks": call({
    access: "admin",
    summary:
      "Adds a webhook, or a channel in Slack or Teams. The secret that signs a webhook's requests is in this answer only.",
    params: ofOrganization,
    body: newWebhook,
    response: webhook.extend({ secret }),
    status: 201,
  }),
  "PATCH /v1/admin/organizations/{id}/webhooks/{webhook_id}": call({
    access: "admin",
    summary: "Changes a webhook; its secret stays.",
    params: ofWebhook,
    body: changedWebhook,
    response: webhook,
  }),
  "POST /v1/admin/organizations/{id}/webhooks/{webhook_id}/secret": call({
    access: "admin",
    summary: "Makes a new secret. For 24 hours requests are signed with both, so that the receiver can change over.",
    params: ofWebhook,
    response: webhook.extend({ secret }),
  }),
  "POST /v1/admin/organizations/{id}/webhooks/{webhook_id}/test": call({
    access: "admin",
    summary: "Sends a test message now, also when it is switched off, and answers what the receiver made of it.",
    params: ofWebhook,
    response: z.object({
      is_accepted: z.boolean().describe("Whether the receiver accepted it."),
      status: z.number().int().nullable().describe("Status of its answer; null: there was none."),
      text: z.string().describe("The result in a sentence, and what to do about it."),
    }),
  }),
  "POST /v1/admin/organizations/{id}/webhooks/{webhook_id}/enable": call({
    access: "admin",
    summary: "Switches a webhook on again.",
    params: ofWebhook,
    response: webhook,
  }),
  "POST /v1/admin/organizations/{id}/webhooks/{webhook_id}/disable": call({
    access: "admin",
    summary: "Switches a webhook off. What waits for it, and what happens until it is on again, is not sent to it.",
    params: ofWebhook,
    response: webhook,
  }),
  "DELETE /v1/admin/organizations/{id}/webhooks/{webhook_id}": call({
    access: "admin",
    summary: "Deletes a webhook, with what is still to be sent to it.",
    params: ofWebhook,
    response: webhook,
  }),
};
