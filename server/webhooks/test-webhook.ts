import { randomUUID } from "node:crypto";
import type { I18n } from "@lingui/core";
import { DeliveryError } from "../outgoing/delivery-error.ts";
import type { Post } from "../outgoing/safe-request.ts";
import { translated } from "../problem/translated.ts";
import { sendToWebhook, type WebhookMessage, type WebhookTarget } from "./send-to-webhook.ts";

/**
 * Sends a test message to a webhook.
 * @param link the page that the message leads to
 * @param i18n of who reads the result
 */
export async function testWebhook(
  post: Post,
  target: WebhookTarget,
  link: string,
  sessionSecret: string,
  i18n: I18n,
  now: number,
): Promise<{ is_accepted: boolean; status: number | null; text: string }> {
  try {
    const { status } = await sendToWebhook(post, target, testMessage(link, i18n, now), sessionSecret, now);
    return { is_accepted: true, status, text: i18n._("The test message was accepted.") };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return { is_accepted: false, status: error.status, text: translated(error.text, i18n) };
  }
}

function testMessage(link: string, i18n: I18n, now: number): WebhookMessage {
  return {
    id: randomUUID(),
    payload: {
      type: "webhook.test",
      timestamp: new Date(now).toISOString(),
      data: {
        property: { id: 1, name: "Test property", time_zone: "America/New_York" },
        building: { id: 1, name: "Test building" },
        unit: { id: 1, name: "101" },
        meter_serial: "TEST",
        device_serial: null,
        case_id: 1,
        state: "open",
        started_at: new Date(now).toISOString(),
        gallons_per_day: 72,
        dollars_per_day: 0.94,
        currency: "USD",
        count: null,
        summary: "This is a test message.",
        link,
      },
    },
    short: {
      title: i18n._("Test message of Dripline"),
      text: i18n._("Messages about leaks arrive here."),
      link,
      linkLabel: i18n._("Open Dripline"),
      threadKey: "test",
      priorThreadId: null,
    },
  };
}
