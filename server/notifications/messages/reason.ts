import type { I18n } from "@lingui/core";
import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { DeliveryError } from "../../outgoing/delivery-error.ts";
import { Text, text } from "../../problem/text.ts";
import { translated } from "../../problem/translated.ts";

const MAX_LENGTH = 300;

export const ReasonValues = z.array(z.union([z.string(), z.number(), z.null()])).nullable();

/** Why a message was dropped. */
export const reasons = {
  takenCareOf: text`Somebody took care of it.`,
  over: text`What it was about is over.`,
  deletedAccount: text`The account was deleted.`,
  endedMails: text`The person has ended these mails.`,
  endedTexts: text`The person has ended these text messages.`,
  endedPush: text`The person has ended notifications in browsers.`,
  noProvider: text`This server cannot send text messages: no provider is set up.`,
  noPhone: text`The person has no confirmed phone number.`,
  noBrowser: text`The browser no longer takes notifications.`,
  notWanted: text`The person no longer wants notices of this kind or property.`,
  lostProperty: text`The person may not see the property any more.`,
  deletedWebhook: text`The webhook was deleted.`,
  switchedOff: text`The webhook is switched off.`,
  lostOrganization: text`The person is no longer an admin of the organization.`,
  movedProperty: text`The property is not the organization's any more.`,
  endedReport: text`The report was stopped.`,
  lostReport: text`The person may not see this report any more.`,
  lostProperties: text`The person may not see any of its properties any more.`,
  sameFigures: text`Its figures have not changed.`,
};

/** Why a message was not sent: a sentence of ours, or text as it came. */
export type Reason = Text | string;

/** @returns null: there is none */
export function reasonColumns(reason: Reason | null): RawBuilder<unknown> {
  if (!(reason instanceof Text)) return sql`reason = ${reason}, reason_values = null`;
  const values = reason.values.map((value) => (typeof value === "number" ? value : oneLine(String(value ?? ""))));
  return sql`reason = ${reason.message}, reason_values = ${JSON.stringify(values)}::jsonb`;
}

/** A stored reason in the language of these texts. */
export function reasonIn(i18n: I18n, reason: string | null, values: z.output<typeof ReasonValues>): string | null {
  if (reason === null) return null;
  return translated(values === null ? reason : new Text(reason, values), i18n);
}

/** Why an attempt failed. */
export function reasonOf(error: unknown): Reason {
  if (error instanceof DeliveryError) return error.text;
  return oneLine(error instanceof Error ? error.message : String(error));
}

/** In one line, without links: they let their bearer act. */
function oneLine(answer: string): string {
  return answer
    .replaceAll(/token=[\w.-]+/g, "token=…")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MAX_LENGTH);
}
