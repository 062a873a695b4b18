import { z } from "zod";
import { hasBothPlaces } from "./sms-template.ts";

/** How text messages are sent: by a request to a provider. */
export interface SmsSettings {
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON, or a form such as `To={to}&Body={text}`; {to} and {text} stand in values. */
  body: string;
  /** What an answer contains when the message was accepted; null: any answer without an error. */
  accepted: string | null;
}

const HEADERS = 'SMS_HEADERS must be JSON with texts, such as {"Authorization":"Bearer 123"}.';
const BODY = "SMS_BODY must be JSON or a form with {to} and {text} in values, such as To={to}&Body={text}.";
const TWILIO_FROM = "TWILIO_FROM must be a number such as +15551234567, or a messaging service's id, MG….";

/** A header may not contain what would end it. */
const headers = z.record(z.string().regex(/^[\w-]+$/), z.string().regex(/^[\x20-\x7e]*$/));

/** The settings of text messages. */
export const smsShape = {
  SMS_URL: z
    .url({ protocol: /^https?$/, error: "SMS_URL must be an address such as https://sms.example.com/messages." })
    .optional()
    .describe(
      "Address of a provider of text messages, to which each is sent as a POST request. One inside of your own networks must be in OUTGOING_ALLOW too. Default: no text messages.",
    ),
  SMS_HEADERS: z
    .string()
    .transform((value, context) => {
      const read = headers.safeParse(jsonOf(value));
      if (read.success) return read.data;
      context.addIssue({ code: "custom", message: HEADERS });
      return z.NEVER;
    })
    .optional()
    .describe('Headers of these requests as JSON, such as {"Authorization":"Bearer 123"}. Default: none.'),
  SMS_BODY: z
    .string()
    .refine(hasBothPlaces, BODY)
    .optional()
    .describe(
      'Their body, with {to} and {text} in the places of number and text: JSON such as {"to":"{to}","message":"{text}"}, or a form such as To={to}&Body={text}. Needed with SMS_URL.',
    ),
  SMS_ACCEPTED: z
    .string()
    .min(1)
    .optional()
    .describe(
      'What the provider\'s answer contains when it has accepted a message, such as "status":"0", for one that answers errors with a status of success. Default: an answer that says error, failed or the like is none.',
    ),
  TWILIO_ACCOUNT_SID: z
    .string()
    .regex(/^AC[0-9a-f]{32}$/, "TWILIO_ACCOUNT_SID is AC and 32 digits from 0 to f.")
    .optional()
    .describe("Account at Twilio, to send text messages by it, in place of SMS_URL. Default: none."),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional().describe("That account's token."),
  TWILIO_FROM: z
    .string()
    .regex(/^(\+[1-9]\d{6,14}|MG[0-9a-f]{32})$/, TWILIO_FROM)
    .optional()
    .describe("The sender: a number at Twilio such as +15551234567, or the id of a messaging service, MG…."),
};

/** @returns null: no text messages are sent. @throws Error when settings do not go together */
export function smsOf(value: z.output<z.ZodObject<typeof smsShape>>): SmsSettings | null {
  const { SMS_URL: url, SMS_BODY: body, SMS_HEADERS: ownHeaders = {}, SMS_ACCEPTED: accepted = null } = value;
  const { TWILIO_ACCOUNT_SID: account, TWILIO_AUTH_TOKEN: token, TWILIO_FROM: from } = value;
  if (url !== undefined && account !== undefined) {
    throw new Error("SMS_URL and TWILIO_ACCOUNT_SID are two ways to send text messages: set one of them.");
  }
  if (url !== undefined) {
    if (body === undefined) throw new Error("SMS_URL is set, so SMS_BODY must be too: what is sent to it.");
    return { url, body, headers: ownHeaders, accepted };
  }
  if (account === undefined) return null;
  if (token === undefined || from === undefined) {
    throw new Error("TWILIO_ACCOUNT_SID is set, so TWILIO_AUTH_TOKEN and TWILIO_FROM must be too.");
  }
  const sender = new URLSearchParams({ [from.startsWith("MG") ? "MessagingServiceSid" : "From"]: from });
  return {
    url: `https://api.twilio.com/2010-04-01/Accounts/${account}/Messages.json`,
    headers: { Authorization: `Basic ${Buffer.from(`${account}:${token}`).toString("base64")}` },
    body: `To={to}&${sender}&Body={text}`,
    accepted: null,
  };
}

function jsonOf(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
