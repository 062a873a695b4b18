import { sql } from "kysely";
import { z } from "zod";
import { languages } from "../../contract/display/languages.ts";
import { measures } from "../../contract/display/measures.ts";
import { lock } from "../database/locks.ts";
import { queryRow } from "../database/query-rows.ts";
import { type Reader, readerOf } from "../language/reader.ts";
import { Text } from "../problem/text.ts";
import { AddressesRow, addressColumns, endedReason, sendShort, type Target, targetOf } from "./channels/target.ts";
import { isTakenCareOf, sentByRoutes } from "./escalate.ts";
import {
  addressOf,
  type DeliveryDeps,
  DueRow,
  drop,
  finishSent,
  isForGood,
  LEASE_MS,
  postpone,
} from "./messages/due-message.ts";
import { ACKNOWLEDGE_MS, type MailLink, signLink } from "./messages/links.ts";
import type { RenderedMail } from "./messages/mail-page.ts";
import { reasons } from "./messages/reason.ts";
import { type Notice, OutboxRow } from "./notice.ts";
import { isChosen, maySee, settingsOf } from "./recipients.ts";
import { listMail, type MailAddresses, noticeMail, testMail } from "./render-mail.ts";
import { listShort, noticeShort, testShort } from "./render-short.ts";
import { deliverReport } from "./reports/deliver-report.ts";
import { isReport } from "./reports/send-due.ts";
import { sharedNotices } from "./shared-notices.ts";
import { deliverVendorMail, isVendorMail } from "./vendor-mail.ts";
import { deliverToWebhook, isWebhookOffMail, mayEnable } from "./webhook-messages.ts";

const WantedRow = AddressesRow.extend({
  language: z.enum(languages).nullable().catch(null),
  measure: z.enum(measures).nullable().catch(null),
  organization_measure: z.enum(measures).nullable(),
  settings: z.unknown(),
  is_staff: z.boolean(),
  contents: z.array(OutboxRow.extend({ is_visible: z.boolean() })),
  /** The messages of the thread that went out before. */
  earlier: z.array(z.uuid()),
});

export interface DeliveryOptions {
  /** Checked before each message. */
  isStopped?: () => boolean;
  /** Waits until a message may be sent. */
  pace?: () => Promise<void>;
  /** Whose messages; `urgent`: to people, but lists and reports. */
  recipients?: keyof typeof recipientSql;
  /** Notices already read, shared by concurrent senders. */
  notices?: SharedNotices;
}

/** Delivers the messages that are due, one after another. Those of a thread keep their order. */
export async function deliverMessages(
  deps: DeliveryDeps,
  {
    isStopped = () => false,
    pace = async () => {},
    recipients = "all",
    notices = sharedNotices(deps.connections, deps.clock),
  }: DeliveryOptions = {},
): Promise<void> {
  for (;;) {
    if (isStopped()) return;
    const due = await claim(deps, recipients);
    if (due === null) return;
    await pace();
    await deliver(deps, due, notices).catch(async (error: unknown) => {
      // A defect of one message must not keep the others.
      await postpone(deps, due, error, isForGood(error));
    });
  }
}

type SharedNotices = ReturnType<typeof sharedNotices>;

function deliver(deps: DeliveryDeps, due: DueRow, notices: SharedNotices): Promise<void> {
  const { user_id, thread } = due;
  if (isReport(thread)) return deliverReport(deps, due);
  if (isVendorMail(thread)) return deliverVendorMail(deps, due);
  return user_id === null ? deliverToWebhook(deps, due) : attempt(deps, { ...due, user_id }, notices);
}

const recipientSql = {
  people: sql`m.webhook_id is null`,
  urgent: sql`(m.webhook_id is null and not m.is_list and m.thread not like 'report %')`,
  webhooks: sql`m.webhook_id is not null`,
  all: sql`true`,
};

/**
 * Webhooks to skip for now, so that one that hangs does not occupy all senders: those with a message in progress, and
 * those in backoff: 30 seconds, or a tenth of the time that they have been failing, at most ten minutes.
 */
const busyWebhooks = (now: Date) => sql`
  select leased.webhook_id from messages leased
  where leased.webhook_id is not null and leased.leased_until > ${now}
    and leased.sent_at is null and leased.failed_at is null and leased.dropped_at is null
  union all
  select id from webhooks
  where first_failed_at is not null and last_failed_at
    + least(greatest((last_failed_at - first_failed_at) / 10, interval '30 seconds'), interval '10 minutes') > ${now}`;

/** Claims a message that is due and whose thread has none before it. @returns null when there is none */
async function claim(
  { connections, clock }: DeliveryDeps,
  recipients: keyof typeof recipientSql,
): Promise<DueRow | null> {
  const now = new Date(clock());
  return connections.accounts.transaction().execute(async (tx) => {
    // Two senders at the same moment would not see each other's lease.
    if (recipients === "webhooks" || recipients === "all") await lock(tx, "webhookClaims");
    const found = await queryRow(tx, DueRow)`
    update messages set attempts = attempts + 1, leased_until = ${new Date(clock() + LEASE_MS)},
      first_attempt_at = coalesce(first_attempt_at, ${now})
    where id = (
      select m.id from messages m
      where m.sent_at is null and m.failed_at is null and m.dropped_at is null
        and m.due_at <= ${now} and (m.leased_until is null or m.leased_until <= ${now})
        and ${recipientSql[recipients]}
        and (m.webhook_id is null or m.webhook_id not in (${busyWebhooks(now)}))
        and (m.is_list or not exists (
          select from messages before
          where before.thread = m.thread and before.channel = m.channel
            and (before.user_id = m.user_id or before.webhook_id = m.webhook_id
              or coalesce(before.user_id, before.webhook_id) is null)
            and before.push_subscription_id is not distinct from m.push_subscription_id
            and before.number < m.number
            and before.sent_at is null and before.failed_at is null and before.dropped_at is null))
      order by m.due_at, m.number limit 1 for update skip locked)
    returning id, number, user_id, webhook_id, channel, created_at, organization_id, thread, is_list, attempts, first_attempt_at, leased_until,
      address, subject, text, html`;
    return found ?? null;
  });
}

/** A message to a person. */
type DuePersonal = DueRow & { user_id: number };

async function attempt(deps: DeliveryDeps, due: DuePersonal, notices: SharedNotices): Promise<void> {
  const wanted = await readWanted(deps, due);
  if (wanted instanceof Text) return drop(deps, due, wanted);
  const rendered = await render(deps, due, wanted, notices);
  if (rendered instanceof Text) return drop(deps, due, rendered);
  const { subject, text, html } = rendered;
  const { target, earlier, seen } = wanted;
  const { address } = target;
  if (address !== due.address || text !== due.text) {
    // From here on it is sent as it is now, also by another server after this one died.
    await sql`
      update messages set address = ${address}, subject = ${subject}, text = ${text}, html = ${html} where id = ${due.id}`.execute(
      deps.connections.accounts,
    );
  }
  if (target.channel !== "mail") return sendShort(deps, due, target, rendered);
  const host = new URL(deps.baseUrl).hostname;
  const complete = withTokens(deps, due.user_id, seen[0]);
  const page = complete(addressOf(deps.baseUrl, LINKS.unsubscribe));
  await deps.mailer.send(
    {
      to: address,
      subject,
      text: complete(text),
      html: complete(html ?? ""),
      references: earlier.map((id) => `${id}@${host}`),
      unsubscribe: { page, oneClick: page.replace("/unsubscribe#", "/v1/unsubscribe?") },
    },
    `${due.id}@${host}`,
  );
  await finishSent(deps, due);
}

/** Who gets a message, and what of it they may see now. */
interface Wanted {
  target: Target;
  reader: Reader;
  seen: OutboxRow[];
  /** Whether that is all that it is about. */
  isAll: boolean;
  /** The messages of the thread that went out before. */
  earlier: string[];
}

/** Read before each attempt: a right may have ended since the last. @returns a sentence when nothing is to be sent */
async function readWanted(deps: DeliveryDeps, due: DuePersonal): Promise<Wanted | Text> {
  const { connections } = deps;
  const found = await queryRow(connections.accounts, WantedRow)`
    select ${addressColumns}, person.preferences ->> 'language' as language, person.preferences ->> 'measure' as measure,
      person.preferences -> 'notifications' as settings, person.staff_role is not null as is_staff,
      (select organizations.measure from organizations where organizations.id = message.organization_id)
        as organization_measure,
      (
        select coalesce(jsonb_agg(jsonb_build_object('property_id', entry.property_id, 'id', entry.id, 'kind', entry.kind,
          'case_id', entry.case_id, 'alert_id', entry.alert_id, 'unacknowledged_hours', content.unacknowledged_hours,
          'is_visible', ${maySee} and (person.staff_role is not null or property.organization_id = message.organization_id)
        ) order by entry.id), '[]')
        from message_contents content
        join outbox entry on entry.property_id = content.property_id and entry.id = content.outbox_id
        join properties property on property.id = entry.property_id
        where content.message_id = message.id
      ) as contents,
      (
        select coalesce(jsonb_agg(earlier.id order by earlier.sent_at, earlier.number), '[]') from messages earlier
        where not message.is_list and earlier.thread = message.thread and earlier.user_id = message.user_id
          and earlier.channel = message.channel and earlier.id <> message.id and earlier.sent_at is not null
      ) as earlier
    from messages message join users person on person.id = message.user_id
    where message.id = ${due.id} and person.deleted_at is null`;
  if (found === undefined) return reasons.deletedAccount;
  const { contents, earlier } = found;
  const target = targetOf(deps, due, found);
  if (target instanceof Text) return target;
  const reader = readerOf({
    language: found.language ?? "en",
    measure: found.measure ?? found.organization_measure ?? "gallon",
  });
  const whole = { target, reader, seen: [], isAll: true, earlier };
  if (due.thread.startsWith("test ")) return whole;
  if (isWebhookOffMail(due.thread)) return (await mayEnable(connections, due)) ? whole : reasons.lostOrganization;
  const settings = settingsOf(found.settings, found.is_staff);
  const ended = endedReason(settings, due.channel);
  if (ended !== null) return ended;
  const visible = contents.filter(({ is_visible }) => is_visible);
  if (contents.length > 0 && visible.length === 0) return reasons.lostProperty;
  const isOwn = ({ kind, property_id }: OutboxRow) => isChosen(settings, kind, property_id);
  const byRoutes = visible.every(isOwn) ? [] : await sentByRoutes(connections, due.id);
  const seen = visible.filter((one) => isOwn(one) || byRoutes.includes(`${one.property_id} ${one.id}`));
  if (visible.length > 0 && seen.length === 0) return reasons.notWanted;
  const isByRoute = seen.some(({ unacknowledged_hours }) => (unacknowledged_hours ?? null) !== null);
  if (isByRoute && (await isTakenCareOf(connections, due.id))) return reasons.takenCareOf;
  return { target, reader, seen, isAll: seen.length === contents.length, earlier };
}

/** `html` of mails alone. */
type Rendered = Omit<RenderedMail, "html"> & { html: string | null };

/**
 * The message as its recipient may read it now, in their language and measure, and as it was before where all of it may still be
 * read; else why there is nothing to send.
 */
async function render(
  deps: DeliveryDeps,
  due: DuePersonal,
  { target: { channel }, reader, seen, isAll }: Wanted,
  readNotices: SharedNotices,
): Promise<Rendered | Text> {
  const { subject, text, html } = due;
  if (isAll && subject !== null && text !== null) return { subject, text, html };
  const addresses = addressesFor(deps);
  const { i18n } = reader;
  if (due.thread.startsWith("test ")) {
    if (channel === "mail") return testMail(addresses, i18n);
    return { ...testShort(channel, addresses.page("/notifications"), i18n), html: null };
  }
  const notices = await readNotices(seen, reader, due.is_list ? "list" : "whole");
  const current = due.is_list ? latestOfCases(notices.filter(({ isCurrent }) => isCurrent)) : notices;
  const [first] = current;
  if (first === undefined) return reasons.over;
  const home = addresses.page(listPath(current, due.organization_id));
  if (channel === "mail") {
    return due.is_list ? listMail(current, home, addresses, i18n) : noticeMail(first, addresses, i18n);
  }
  const isList = current.length > 1;
  const page = isList ? home : addresses.page(first.path);
  const short = isList ? listShort(current, channel, page, i18n) : noticeShort(first, channel, page);
  return { ...short, html: null };
}

/** The page that has what a list names: leak cases, or alerts where none of it is about a case. */
function listPath(notices: readonly Notice[], organizationId: number | null): string {
  const page = notices.some(({ caseId }) => caseId !== null) ? "/cases" : "/alerts";
  return organizationId === null ? page : `${page}?organization_id=${organizationId}`;
}

/** Of several things about a case a list has the last. */
function latestOfCases(notices: readonly Notice[]): Notice[] {
  const last = new Map(notices.map((notice) => [notice.caseId ?? `notice ${notice.outboxId}`, notice]));
  return [...last.values()];
}

/** Links as they are stored: their tokens let their bearer act in the reader's name. */
const LINKS = { unsubscribe: "/unsubscribe#token=…", acknowledge: "/acknowledge#token=…" };

function addressesFor({ baseUrl }: DeliveryDeps): MailAddresses {
  return {
    page: (path) => addressOf(baseUrl, path),
    unsubscribe: addressOf(baseUrl, LINKS.unsubscribe),
    acknowledge: ({ caseId, canAcknowledge }) =>
      caseId === null || !canAcknowledge ? null : addressOf(baseUrl, LINKS.acknowledge),
  };
}

/** A text with the tokens of its links, signed for this attempt. @param about what can be acknowledged */
function withTokens({ baseUrl, secret, clock }: DeliveryDeps, user: number, about: OutboxRow | undefined) {
  const { case_id, property_id } = about ?? { case_id: null, property_id: 0 };
  const links: [stored: string, link: MailLink][] = [[LINKS.unsubscribe, { does: "unsubscribe", user }]];
  if (case_id !== null) {
    const until = clock() + ACKNOWLEDGE_MS;
    links.push([LINKS.acknowledge, { does: "acknowledge", user, case: case_id, property: property_id, until }]);
  }
  const signed = links.map(([stored, link]) => {
    const address = addressOf(baseUrl, stored);
    return [address, address.replace("…", signLink(link, secret))] as const;
  });
  return (text: string) => signed.reduce((all, [stored, address]) => all.replaceAll(stored, address), text);
}
