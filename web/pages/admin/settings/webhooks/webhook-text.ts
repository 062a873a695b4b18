import { t } from "@lingui/core/macro";
import {
  type EventType,
  eventTypeOf,
  type NoticeKind,
  noticeKinds,
} from "../../../../../contract/notifications/notice-kinds.ts";
import type { WebhookRow, WebhookType } from "../../../../../contract/notifications/webhooks.ts";
import { NOT_MEASURED } from "../../../../components/format.ts";
import { timeHere } from "../deliveries/delivery-text.ts";

export const typeNames: Readonly<Record<WebhookType, string>> = {
  webhook: t`Webhook`,
  slack: t`Slack, by a webhook`,
  slack_bot: t`Slack, by a bot`,
  teams: t`Microsoft Teams`,
};

export const typeHints: Readonly<Record<WebhookType, string>> = {
  webhook: t`A program of yours gets signed requests`,
  slack: t`A channel gets messages, each by itself`,
  slack_bot: t`A channel gets one thread for each leak`,
  teams: t`A channel gets messages, by a workflow`,
};

export const stateNames: Readonly<Record<WebhookRow["state"], string>> = {
  working: t`Working`,
  failing: t`Failing`,
  off: t`Switched off`,
  switched_off: t`Switched off: it kept failing`,
  gone: t`Switched off: its receiver is gone`,
};

/** What a state means, and what to do about it. */
export function stateSentence({ state, first_failed_at, disabled_at, last_sent_at }: WebhookRow): string {
  const offAt = when(disabled_at);
  switch (state) {
    case "working":
      return last_sent_at === null ? t`On. Nothing was sent yet.` : t`On. The last message was delivered.`;
    case "failing":
      return t`No message has been delivered since ${when(first_failed_at)}. Each is tried again; after 3 days it is switched off.`;
    case "off":
      return t`Switched off by an administrator on ${offAt}. Events in the meantime are not sent.`;
    case "switched_off":
      return t`Switched off on ${offAt}: no message was delivered for 3 days. Send a test, then switch it on.`;
    case "gone":
      return t`Switched off on ${offAt}: the receiver answered that this address is gone. Enter the new one, then switch it on.`;
  }
}

/** An instant on the reader's clock; a dash for none. */
export const when = (instant: string | null) => (instant === null ? NOT_MEASURED : timeHere(instant));

/** Types of events as people know them. */
export function kindsOf(types: readonly EventType[]): NoticeKind[] {
  return noticeKinds.filter((kind) => types.includes(eventTypeOf[kind]));
}
