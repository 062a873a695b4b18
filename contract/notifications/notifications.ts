import { z } from "zod";
import { call } from "../call/call.ts";
import { id, paged, paging } from "../call/fields.ts";
import { propertyName, timeZone } from "../call/place-fields.ts";
import { caseState, leakType, ofCase } from "../leaks/cases.ts";
import { messageKinds } from "./notice-kinds.ts";
import { reportKinds } from "./report-kinds.ts";

const token = z.string().min(1).max(1000).describe("The token of the link.");
const instant = z.iso.datetime();

const mailLink = z.object({
  does: z.enum(["acknowledge", "unsubscribe", "end_report"]).describe("What the link does."),
  email: z.string().describe("E-mail address of its reader."),
  case: z
    .object({
      id: z.number().int().describe("Id of the case."),
      property_name: propertyName,
      building_name: z.string().describe("Name of the building."),
      unit_name: z.string().nullable().describe("Name of the unit; null: the meter belongs to no unit."),
      leak_type: leakType.describe("Kind of leak."),
      state: caseState.describe("State of the case."),
      started_at: instant.describe("When it began."),
      time_zone: timeZone,
    })
    .nullable()
    .describe("The case to acknowledge; null: the link does something else."),
  report: z.enum(reportKinds).nullable().describe("The report that it ends; null: the link does something else."),
  is_done: z.boolean().describe("Whether it was done already."),
});
export type MailLinkView = z.input<typeof mailLink>;

const channel = z.enum(["mail", "sms", "slack", "teams", "push", "webhook"]);
const state = z.enum(["waiting", "sent", "failed", "dropped"]);

const delivery = z.object({
  id: z.uuid().describe("Id of the message; a message that is sent again keeps it."),
  channel: channel.describe("How it is sent."),
  recipient: z
    .string()
    .describe("To whom: an e-mail address, with the masked number of a text message, or the name of a channel."),
  kinds: z.array(z.enum(messageKinds)).describe("What it is about; empty: a report or a test."),
  is_list: z.boolean().describe("Whether it is a list of several things."),
  report: z.enum(reportKinds).nullable().describe("The report in it; null: it is none."),
  subject: z.string().nullable().describe("Its subject; null: it was not written yet."),
  state: state.describe(
    "waiting: it is due later, or tried again; sent: the channel accepted it; failed: it was given up, and can be sent again; dropped: there was nothing left to send.",
  ),
  reason: z
    .string()
    .nullable()
    .describe(
      "Why the last attempt failed, or why it was dropped, in the language of Accept-Language, or as a mail server answered; null: neither happened.",
    ),
  attempts: z.number().int().describe("How often sending was tried."),
  created_at: instant.describe("When it was made."),
  due_at: instant.describe("When it is, or was, to be sent."),
  sent_at: instant.nullable().describe("When it was accepted; null: it was not."),
});
export type Delivery = z.input<typeof delivery>;

const wholeDelivery = delivery.extend({
  text: z
    .string()
    .nullable()
    .describe("The message as plain text, without the tokens of its links; null: it was not written yet."),
  html: z.string().nullable().describe("The same as HTML; null: it was not written yet, or has none."),
});
export type WholeDelivery = z.input<typeof wholeDelivery>;

const ofOrganization = z.strictObject({ id });
const ofMessage = z.strictObject({
  id: id.describe("Id of the organization."),
  message_id: z.uuid().describe("Id of the message."),
});

export const notificationCalls = {
  "POST /v1/me/notifications/test": call({
    access: "signed-in",
    anyOrganization: true,
    summary: "Sends the caller a test, as notifications are sent.",
    query: z.strictObject({
      channel: z.enum(["mail", "sms", "push"]).default("mail").describe("How it is sent: mail, sms or push."),
    }),
    response: z.object({
      sent_to: z
        .array(z.string())
        .describe("Where it is sent: the e-mail address, the phone number, or what the browsers call themselves."),
    }),
    status: 202,
  }),
  "GET /v1/admin/organizations/{id}/deliveries": call({
    access: "admin",
    summary: "The messages that an organization's people and channels were or will be sent, newest first.",
    params: ofOrganization,
    query: z.strictObject({
      state: state.optional().describe("Only messages in this state."),
      ...paging,
    }),
    response: paged(delivery),
  }),
  "GET /v1/admin/organizations/{id}/deliveries/{message_id}": call({
    access: "admin",
    summary: "A message as it was sent.",
    params: ofMessage,
    response: wholeDelivery,
  }),
  "POST /v1/admin/organizations/{id}/deliveries/{message_id}/retry": call({
    access: "admin",
    summary: "Sends a message again that was given up, under the same id.",
    params: ofMessage,
    response: wholeDelivery,
  }),
  "GET /v1/cases/{id}/messages": call({
    access: "property-or-portfolio",
    summary: "The messages that were sent about a case, newest first; at most the last 100.",
    params: ofCase,
    response: z.array(
      z.object({
        id: z.uuid().describe("Id of the message."),
        channel: channel.describe("How it was sent."),
        recipient: z.string().describe("To whom: an e-mail address, or the name of a channel."),
        kinds: z.array(z.enum(messageKinds)).describe("What about the case it was about."),
        is_list: z.boolean().describe("Whether it was a list of several things."),
        sent_at: instant.describe("When it was accepted."),
      }),
    ),
  }),
  "POST /v1/mail-link": call({
    access: "public",
    summary: "What a link of a mail does, without doing it.",
    body: z.strictObject({ token }),
    response: mailLink,
  }),
  "POST /v1/mail-link/acknowledge": call({
    access: "public",
    summary: "Acknowledges the case of a mail in its reader's name.",
    body: z.strictObject({ token }),
    response: mailLink,
  }),
  "POST /v1/unsubscribe": call({
    access: "public",
    summary:
      "Ends the mails, or the report, to the reader of a mail, as mail programs do by one click (RFC 8058); the body is not read.",
    query: z.strictObject({ token }),
    response: z.object({ unsubscribed: z.literal(true) }),
  }),
};
