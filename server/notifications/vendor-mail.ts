import { sql } from "kysely";
import { z } from "zod";
import { languages } from "../../contract/display/languages.ts";
import { linkAddress } from "../accounts/mails/account-mails.ts";
import { leakName } from "../alerts/alert-text.ts";
import type { Transactional } from "../database/connect.ts";
import { queryRow, queryRows } from "../database/query-rows.ts";
import { type Reader, readerOf } from "../language/reader.ts";
import { localeOf } from "../language/texts.ts";
import { type LinkedCase, linkedCase } from "../leaks-api/cases/vendor-link.ts";
import { vendorToken } from "../leaks-api/cases/vendor-token.ts";
import { ProblemError } from "../problem/problem.ts";
import { type DeliveryDeps, type DueRow, drop, finishSent } from "./messages/due-message.ts";
import { withoutTokens } from "./messages/links.ts";
import { escapeHtml, factsTable, htmlPage, type RenderedMail } from "./messages/mail-page.ts";
import { reasons } from "./messages/reason.ts";
import { factsOf, whatToDo } from "./notice.ts";

const AssignedRow = z.object({
  id: z.int(),
  event_id: z.int(),
  case_id: z.int(),
  email: z.string(),
  organization_id: z.int().nullable(),
});
const RequestRow = z.object({
  key: z.string(),
  body_hash: z.instanceof(Buffer),
  email: z.string(),
  language: z.enum(languages),
});

/** Whether a message is the mail with a vendor's link. @param thread its thread */
export function isVendorMail(thread: string): boolean {
  return thread.startsWith("vendor ");
}

/** Makes the mails of assignments to vendors. @param outboxIds rows of the outbox that are dispatched */
export async function addVendorMails(
  tx: Transactional,
  propertyId: number,
  outboxIds: readonly number[],
  now: number,
): Promise<void> {
  const assigned = await queryRows(tx, AssignedRow)`
    select entry.id, entry.event_id, entry.case_id, event.assignee as email, properties.organization_id
    from outbox entry
    join leak_case_events event on event.property_id = entry.property_id and event.id = entry.event_id
    join properties on properties.id = entry.property_id
    where entry.property_id = ${propertyId} and entry.id = any(${outboxIds}::bigint[]) and entry.kind = 'vendor assigned'
    order by entry.id`;
  for (const { id, event_id, case_id, email, organization_id } of assigned) {
    await sql`
      with made as (
        insert into messages (organization_id, channel, thread, is_list, created_at, due_at, address)
        values (${organization_id}, 'mail', ${`vendor ${propertyId} ${event_id}`}, false, ${new Date(now)},
          ${new Date(now)}, ${email})
        returning id
      )
      insert into message_contents (message_id, property_id, outbox_id, case_id)
      select made.id, ${propertyId}::bigint, ${id}::bigint, ${case_id}::bigint from made`.execute(tx);
  }
}

/** Mails a vendor the link of their assignment, while it works. */
export async function deliverVendorMail(deps: DeliveryDeps, due: DueRow): Promise<void> {
  const { connections, clock, baseUrl, secret } = deps;
  const request = await queryRow(connections.worker, RequestRow)`
    select event.idempotency_key as key, event.body_hash, event.assignee as email, event.link_language as language
    from message_contents content
    join outbox entry on entry.property_id = content.property_id and entry.id = content.outbox_id
    join leak_case_events event on event.property_id = entry.property_id and event.id = entry.event_id
    where content.message_id = ${due.id}`;
  if (request === undefined) return drop(deps, due, reasons.over);
  const { key, body_hash: bodyHash, email, language } = request;
  const token = vendorToken({ key, bodyHash }, secret);
  const linked = await linkedCase(connections, token, clock).catch((error: unknown) => {
    if (error instanceof ProblemError) return error;
    throw error;
  });
  if (linked instanceof ProblemError) return drop(deps, due, linked.detail);
  if (linked.organizationId !== due.organization_id) return drop(deps, due, reasons.movedProperty);
  const reader = readerOf({ language, measure: linked.view.case?.measure ?? "gallon" });
  const { subject, text, html } = vendorMail(linked, linkAddress(baseUrl, "vendor", token), reader);
  await sql`
    update messages set subject = ${subject}, text = ${withoutTokens(text)}, html = ${withoutTokens(html)}
    where id = ${due.id}`.execute(connections.accounts);
  await deps.mailer.send({ to: email, subject, text, html }, `${due.id}@${new URL(baseUrl).hostname}`);
  await finishSent(deps, due);
}

/** What a vendor needs to find and fix a leak, and their link. */
function vendorMail({ view, whole, currency }: LinkedCase, link: string, reader: Reader): RenderedMail {
  const { i18n } = reader;
  const where = [whole.property_name, whole.building_name, whole.unit_name].filter((name) => name !== null).join(", ");
  const address = view.case?.address ?? "";
  const leak = leakName(whole.leak_type === "hybrid leak" ? "other leak" : whole.leak_type, i18n);
  const subject = i18n._("Leak to fix: {where}", { where }).replaceAll(/\s+/g, " ");
  const assigned = i18n._("{who} assigned this leak to you.", { who: view.assigned_by });
  const facts = [
    ...factsOf(whole, { reader, money: currency }),
    { name: i18n._("What to do first"), value: whatToDo("case opened", whole.leak_type, reader) },
    ...(view.note === "" ? [] : [{ name: i18n._("Note from {who}", { who: view.assigned_by }), value: view.note }]),
  ];
  const action = i18n._("See the leak and report what you found or fixed, without an account:");
  const until = i18n._("The link is valid until {until}, and takes one report.", {
    until: new Date(view.expires_at).toLocaleString(localeOf(i18n), {
      timeZone: view.time_zone,
      year: "numeric",
      month: "long",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
    }),
  });
  return {
    subject,
    text: [
      [leak, where, ...(address === "" ? [] : [address])].join("\n"),
      assigned,
      facts.map(({ name, value }) => `${name}: ${value}`).join("\n"),
      `${action}\n${link}`,
      until,
    ].join("\n\n"),
    html: htmlPage(
      subject,
      [
        `<h1>${escapeHtml(leak)}</h1>`,
        `<p class="where">${[where, ...(address === "" ? [] : [address])].map(escapeHtml).join("<br>")}</p>`,
        `<p>${escapeHtml(assigned)}</p>`,
        factsTable(facts),
        `<p><a class="button" href="${escapeHtml(link)}">${escapeHtml(i18n._("See the leak and report"))}</a></p>`,
        `<p>${escapeHtml(until)}</p>`,
      ],
      "",
      i18n,
    ),
  };
}
