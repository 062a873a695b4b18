import { z } from "zod";
import { call } from "../call/call.ts";
import { id } from "../call/fields.ts";
import { phoneNumberOf } from "./phone-number.ts";

const instant = z.iso.datetime();
const NUMBER = "Enter the number with its country code, such as +1 555 234 5678.";
const MOST_TYPED = 40;

const phone = z.object({
  number: z
    .string()
    .nullable()
    .describe("The number that text messages are sent to, such as +15552345678; null: none is confirmed."),
  confirmed_at: instant.nullable().describe("When it was confirmed; null: none is."),
  pending: z
    .object({
      number: z.string().describe("The number that the code was sent to."),
      expires_at: instant.describe("When the code expires."),
    })
    .nullable()
    .describe("The number that waits for its code; null: none does."),
});

const browser = z.object({
  id: z.number().int().describe("Id of the subscription."),
  user_agent: z.string().describe("What the browser called itself when it subscribed."),
  endpoint: z.string().describe("Address at its push service, by which it recognizes itself."),
  created_at: instant.describe("When it subscribed."),
  last_sent_at: instant.nullable().describe("When its push service last accepted a message; null: never."),
});

const channels = z.object({
  sms_is_offered: z.boolean().describe("Whether the server can send text messages: its operator set up a provider."),
  phone,
  push_key: z
    .string()
    .describe("The server's public key (VAPID) with which browsers subscribe, as base64url of 65 bytes."),
  browsers: z.array(browser).describe("Browsers that show notifications, newest first."),
});
export type NotificationChannels = z.output<typeof channels>;

/** base64url of so many bytes. */
const bytes = (count: number, message: string) =>
  z.string().regex(new RegExp(`^[\\w-]{${Math.ceil((count * 4) / 3)}}={0,2}$`), message);

const KEYS = "Send the keys that the browser gives.";
const ofBrowser = z.strictObject({ id });

export const channelCalls = {
  "GET /v1/me/notification-channels": call({
    access: "signed-in",
    anyOrganization: true,
    summary: "How the caller can be notified besides mail: the own phone, and the browsers that show notifications.",
    response: channels,
  }),
  "PUT /v1/me/phone": call({
    access: "signed-in",
    anyOrganization: true,
    summary:
      "Sends a code to a phone number by text message. The number counts once the code is entered; until then one that was confirmed before stays.",
    body: z.strictObject({
      number: z
        .string()
        .max(MOST_TYPED, NUMBER)
        .refine((typed) => phoneNumberOf(typed) !== null, NUMBER)
        .describe(
          "The number with its country code; spaces and dashes are left out. Ten digits alone are a number of the United States or Canada.",
        ),
    }),
    response: channels,
    status: 202,
  }),
  "POST /v1/me/phone/confirm": call({
    access: "signed-in",
    anyOrganization: true,
    summary: "Confirms a phone number by the code that was sent to it.",
    body: z.strictObject({
      code: z
        .string()
        .max(20)
        .regex(/^\s*\d{3}\s?\d{3}\s*$/, "Enter the six digits of the text message.")
        .describe("The six digits."),
    }),
    response: channels,
  }),
  "DELETE /v1/me/phone": call({
    access: "signed-in",
    anyOrganization: true,
    summary: "Removes the caller's phone number. Text messages that wait are not sent.",
    response: channels,
  }),
  "POST /v1/me/push-subscriptions": call({
    access: "signed-in",
    anyOrganization: true,
    summary:
      "Lets a browser show notifications. One that showed those of another person before shows the caller's from then on; of more than 20 the oldest is removed.",
    body: z.strictObject({
      endpoint: z
        .url({ protocol: /^https$/, error: "Send the address that the browser gives; it begins with https://." })
        .max(1000)
        .describe("Address at its push service."),
      keys: z.strictObject({
        p256dh: bytes(65, KEYS).describe("The browser's public key."),
        auth: bytes(16, KEYS).describe("Its secret for the encryption."),
      }),
    }),
    response: channels,
    status: 201,
  }),
  "DELETE /v1/me/push-subscriptions/{id}": call({
    access: "signed-in",
    summary: "Removes a browser. Messages to it that wait are not sent.",
    params: ofBrowser,
    response: channels,
  }),
};
