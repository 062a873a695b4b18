import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { z } from "zod";
import { DAY_MS } from "../../time/durations.ts";

/** A link in a mail by which its reader does one thing without signing in. */
const mailLink = z.discriminatedUnion("does", [
  z.object({ does: z.literal("acknowledge"), user: z.int(), case: z.int(), property: z.int(), until: z.int() }),
  z.object({ does: z.literal("unsubscribe"), user: z.int() }),
  z.object({ does: z.literal("end_report"), recipient: z.int() }),
]);
export type MailLink = z.output<typeof mailLink>;
export type AcknowledgeLink = Extract<MailLink, { does: "acknowledge" }>;
export type UnsubscribeLink = Extract<MailLink, { does: "unsubscribe" }>;
export type EndReportLink = Extract<MailLink, { does: "end_report" }>;

/** How long a case can be acknowledged from a mail. */
export const ACKNOWLEDGE_MS = 30 * DAY_MS;

/** The token of a link, signed with a key derived from the session secret: nothing of it is stored. */
export function signLink(link: MailLink, sessionSecret: string): string {
  const content = Buffer.from(JSON.stringify(link)).toString("base64url");
  return `${content}.${signatureOf(content, sessionSecret)}`;
}

/** What a token says; null for one that was not made here. Whether it is still valid is for its reader to decide. */
export function readLink(token: string, sessionSecret: string): MailLink | null {
  const [content = "", signature = ""] = token.split(".");
  const [given, wanted] = [Buffer.from(signature), Buffer.from(signatureOf(content, sessionSecret))];
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return null;
  return mailLink.safeParse(JSON.parse(Buffer.from(content, "base64url").toString("utf8"))).data ?? null;
}

function signatureOf(content: string, sessionSecret: string): string {
  const key = Buffer.from(hkdfSync("sha256", sessionSecret, "", "dripline links in mails", 32));
  return createHmac("sha256", key).update(content).digest("base64url");
}
