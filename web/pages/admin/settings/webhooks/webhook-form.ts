import { t } from "@lingui/core/macro";
import { eventTypeOf } from "../../../../../contract/notifications/notice-kinds.ts";
import type { ChangedWebhook, NewWebhook, WebhookRow } from "../../../../../contract/notifications/webhooks.ts";
import { changedFields } from "../../../../app/form/newer-values.ts";
import type { Rules } from "../../../../app/form/use-entry.ts";
import { choiceOf } from "../../../../app/search-text.ts";
import { type SentField, sentForm, sentIn, sentRules } from "../sending/what-is-sent.ts";
import { kindsOf } from "./webhook-text.ts";

const MOST_NAME = 100;
export const types = ["webhook", "slack", "slack_bot", "teams"] as const;

export type WebhookField = "type" | "name" | "url" | "token" | "channel" | SentField;
/** What is typed. What would let others write to a chat is never shown: left empty it stays. */
export type WebhookForm = Record<WebhookField, string>;

export function formOf(webhook?: WebhookRow): WebhookForm {
  const sent =
    webhook === undefined
      ? { kinds: ["case opened" as const, "case returned" as const], propertyIds: null, leastCost: 0 }
      : {
          kinds: kindsOf(webhook.kinds),
          propertyIds: webhook.property_ids,
          leastCost: webhook.min_dollars_per_day,
        };
  const { type = "webhook", name = "", address = "" } = webhook ?? {};
  return {
    type,
    name,
    url: type === "webhook" ? address : "",
    token: "",
    channel: type === "slack_bot" ? address : "",
    ...sentForm(sent),
  };
}

export const typeIn = ({ type }: WebhookForm) => choiceOf(type, types) ?? "webhook";

function bodyOf(values: WebhookForm) {
  const { kinds, propertyIds, leastCost } = sentIn(values);
  const isBot = typeIn(values) === "slack_bot";
  return {
    name: values.name.trim(),
    kinds: kinds.map((kind) => eventTypeOf[kind]),
    property_ids: propertyIds,
    min_dollars_per_day: leastCost,
    url: isBot ? undefined : values.url.trim() || undefined,
    token: isBot ? values.token.trim() || undefined : undefined,
    channel: isBot ? values.channel.trim() : undefined,
  };
}

export function newWebhookIn(values: WebhookForm): NewWebhook {
  return { type: typeIn(values), ...bodyOf(values) };
}

/** Only what was changed here: what somebody else changed meanwhile stays. */
export function changesIn(values: WebhookForm, begun: WebhookForm): ChangedWebhook {
  const changed = new Set(changedFields(begun, values));
  const { name, kinds, property_ids, min_dollars_per_day, url, token, channel } = bodyOf(values);
  return {
    ...(changed.has("name") && { name }),
    ...(changed.has("kinds") && { kinds }),
    ...((changed.has("which_properties") || changed.has("property_ids")) && { property_ids }),
    ...(changed.has("least_cost") && { min_dollars_per_day }),
    ...(changed.has("url") && { url }),
    ...(changed.has("token") && { token }),
    ...(changed.has("channel") && { channel }),
  };
}

/** What is wrong as typed; what an address must be like the server says. @param isNew else what is kept may be left empty */
export function webhookRules(isNew: boolean): Rules<WebhookForm> {
  return {
    ...sentRules,
    name: (text) => {
      if (text.trim() === "") return t`Give it a name.`;
      return text.trim().length > MOST_NAME ? t`The name has at most 100 characters.` : null;
    },
    url: (text, values) => {
      const isNeeded = typeIn(values) === "webhook" || (isNew && typeIn(values) !== "slack_bot");
      return isNeeded && text.trim() === "" ? t`Enter the address.` : null;
    },
    token: (text, values) =>
      isNew && typeIn(values) === "slack_bot" && text.trim() === "" ? t`Enter the bot's token.` : null,
    channel: (text, values) => (typeIn(values) === "slack_bot" && text.trim() === "" ? t`Enter the channel.` : null),
  };
}

/** The call's fields under the form's names. */
export const webhookFieldOf: Readonly<Record<string, WebhookField>> = { min_dollars_per_day: "least_cost" };
