import { sql } from "kysely";
import { z } from "zod";
import { maskedNumber } from "../../../contract/notifications/phone-number.ts";
import type { NotificationSettings } from "../../../contract/notifications/settings.ts";
import { DeliveryError } from "../../outgoing/delivery-error.ts";
import { sendSms } from "../../outgoing/sms.ts";
import { type PushSubscription, sendWebPush, vapidKeys } from "../../outgoing/web-push.ts";
import type { Text } from "../../problem/text.ts";
import { type DeliveryDeps, type DueRow, drop, finishSent } from "../messages/due-message.ts";
import { reasons } from "../messages/reason.ts";

/** A person's addresses, as they are now. */
export const AddressesRow = z.object({
  email: z.string(),
  phone: z.string().nullable(),
  browser: z
    .object({
      id: z.int(),
      endpoint: z.string(),
      p256dh: z.string(),
      auth: z.string(),
      server_key: z.string(),
      user_agent: z.string(),
    })
    .nullable(),
});

/** SQL, columns of `message`, a row of messages, and `person`, its recipient. */
export const addressColumns = sql`person.email,
  (select phone.number from phones phone where phone.user_id = person.id) as phone,
  (select to_jsonb(browser) from push_subscriptions browser
    where browser.id = message.push_subscription_id and browser.user_id = person.id) as browser`;

/** A message to a phone or a browser, as it is kept. */
export interface RenderedShort {
  subject: string;
  /** Of a text message all of it; else the lines below the subject, the last of which is the page that it leads to. */
  text: string;
}

/** Where a message is sent; `address` is what administrators see of it. */
export type Target =
  | { channel: "mail"; address: string }
  | { channel: "sms"; address: string; number: string }
  | { channel: "push"; address: string; id: number; subscription: PushSubscription };

/** Where a message to a person is sent now; else why it is not. */
export function targetOf(
  deps: DeliveryDeps,
  due: DueRow,
  { email, phone, browser }: z.output<typeof AddressesRow>,
): Target | Text {
  if (due.channel === "sms") {
    if (deps.sms === null) return reasons.noProvider;
    return phone === null
      ? reasons.noPhone
      : { channel: "sms", address: `${email}, ${maskedNumber(phone)}`, number: phone };
  }
  if (due.channel === "push") {
    if (browser === null || browser.server_key !== vapidKeys(deps.secret, deps.baseUrl).publicKey)
      return reasons.noBrowser;
    return { channel: "push", address: email, id: browser.id, subscription: browser };
  }
  return { channel: "mail", address: email };
}

/** Why a person receives nothing by a channel; null: they do. */
export function endedReason({ mail, sms, push }: NotificationSettings, channel: DueRow["channel"]): Text | null {
  if (channel === "sms") return sms === "off" ? reasons.endedTexts : null;
  if (channel === "push") return push === "off" ? reasons.endedPush : null;
  return mail === "off" ? reasons.endedMails : null;
}

/** Sends a message to a phone or a browser. A browser that has ended its subscription is removed. @throws DeliveryError */
export async function sendShort(
  deps: DeliveryDeps,
  due: DueRow,
  target: Exclude<Target, { channel: "mail" }>,
  { subject, text }: RenderedShort,
): Promise<void> {
  const { accounts } = deps.connections;
  if (target.channel === "sms") {
    if (deps.sms !== null) await sendSms(deps.post, deps.sms, target.number, text);
    return finishSent(deps, due);
  }
  const end = text.lastIndexOf("\n");
  const message = { title: subject, text: text.slice(0, end), link: text.slice(end + 1), tag: due.thread };
  const now = deps.clock();
  try {
    await sendWebPush(deps.post, vapidKeys(deps.secret, deps.baseUrl), target.subscription, message, now);
  } catch (error) {
    if (!(error instanceof DeliveryError) || !error.isGone) throw error;
    await sql`delete from push_subscriptions where id = ${target.id}`.execute(accounts);
    return drop(deps, due, error.text);
  }
  await finishSent(deps, due);
  await sql`update push_subscriptions set last_sent_at = ${new Date(now)} where id = ${target.id}`.execute(accounts);
}
