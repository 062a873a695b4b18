import { sql } from "kysely";
import { z } from "zod";
import { languages } from "../../contract/display/languages.ts";
import { measures } from "../../contract/display/measures.ts";
import { scopeOfUser } from "../accounts/authenticate.ts";
import type { Connections } from "../database/connect.ts";
import { queryRow, queryRows } from "../database/query-rows.ts";
import { type Reader, readerOf } from "../language/reader.ts";
import { ProblemError } from "../problem/problem.ts";
import { Text } from "../problem/text.ts";
import { isTakenCareOf } from "./escalate.ts";
import { addressOf, type DeliveryDeps, DueRow, finish, isForGood, LEASE_MS, postpone } from "./messages/due-message.ts";
import { ACKNOWLEDGE_MS, signLink } from "./messages/links.ts";
import type { RenderedMail } from "./messages/mail-page.ts";
import { reasonColumns, reasons } from "./messages/reason.ts";
import { type Notice, OutboxRow, readNotices } from "./notice.ts";
import { settingsOf } from "./recipients.ts";
import { listMail, type MailAddresses, noticeMail, testMail } from "./render-mail.ts";
import { deliverReport } from "./reports/deliver-report.ts";
import { isReport } from "./reports/send-due.ts";
import { deliverToWebhook } from "./webhook-messages.ts";

const PersonRow = z.object({
  email: z.string(),
  language: z.enum(languages).nullable().catch(null),
  measure: z.enum(measures).nullable().catch(null),
  organization_measure: z.enum(measures).nullable(),
  settings: z.unknown(),
  is_staff: z.boolean(),
});
const SentRow = z.object({ id: z.uuid() });

/**
 * Delivers the messages that are due, one after another. Those of a thread keep their order.
 * @param isStopped checked before each message
 */
export async function deliverMessages(deps: DeliveryDeps, isStopped: () => boolean = () => false): Promise<void> {
  while (!isStopped()) {
    const due = await claim(deps);
    if (due === null) return;
    await deliver(deps, due).catch(async (error: unknown) => {
      // A defect of one message must not keep the others.
      await postpone(deps, due, error, isForGood(error));
    });
  }
}

function deliver(deps: DeliveryDeps, due: DueRow): Promise<void> {
  const { user_id, thread } = due;
  if (isReport(thread)) return deliverReport(deps, due);
  return user_id === null ? deliverToWebhook(deps, due) : attempt(deps, { ...due, user_id });
}

/** Claims a message that is due and whose thread has none before it. @returns null when there is none */
async function claim({ connections, clock }: DeliveryDeps): Promise<DueRow | null> {
  const now = new Date(clock());
  const found = await queryRow(connections.accounts, DueRow)`
    update messages set attempts = attempts + 1, leased_until = ${new Date(clock() + LEASE_MS)},
      first_attempt_at = coalesce(first_attempt_at, ${now})
    where id = (
      select m.id from messages m
      where m.sent_at is null and m.failed_at is null and m.dropped_at is null
        and m.due_at <= ${now} and (m.leased_until is null or m.leased_until <= ${now})
        and not exists (
          select from messages before
          where before.thread = m.thread and before.user_id is not distinct from m.user_id
            and before.webhook_id is not distinct from m.webhook_id and before.channel = m.channel
            and before.number < m.number
            and before.sent_at is null and before.failed_at is null and before.dropped_at is null)
      order by m.due_at, m.number limit 1 for update skip locked)
    returning id, number, user_id, webhook_id, channel, created_at, organization_id, thread, is_list, attempts, first_attempt_at, address, subject, text, html`;
  return found ?? null;
}

/** A message to a person. */
type DueMail = DueRow & { user_id: number };

async function attempt(deps: DeliveryDeps, due: DueMail): Promise<void> {
  const isOver = await isTakenCareOf(deps.connections, due.id);
  const wanted = isOver ? reasons.takenCareOf : await readWanted(deps, due);
  const rendered = wanted instanceof Text ? wanted : await render(deps, due, wanted);
  if (rendered instanceof Text) {
    await finish(deps, due, sql`dropped_at = ${new Date(deps.clock())}, ${reasonColumns(rendered)}`);
    return;
  }
  const { address, subject, text, html } = rendered;
  if (address !== due.address || text !== due.text) {
    // From here on it is sent as it is now, also by another server after this one died.
    await sql`
      update messages set address = ${address}, subject = ${subject}, text = ${text}, html = ${html} where id = ${due.id}`.execute(
      deps.connections.accounts,
    );
  }
  const host = new URL(deps.baseUrl).hostname;
  const token = signLink({ does: "unsubscribe", user: due.user_id }, deps.secret);
  await deps.mailer.send(
    {
      to: address,
      subject,
      text,
      html,
      references: (await earlierOf(deps, due)).map((id) => `${id}@${host}`),
      unsubscribe: {
        page: addressOf(deps.baseUrl, `/unsubscribe#token=${token}`),
        oneClick: addressOf(deps.baseUrl, `/v1/unsubscribe?token=${token}`),
      },
    },
    `${due.id}@${host}`,
  );
  await finish(deps, due, sql`sent_at = ${new Date(deps.clock())}, ${reasonColumns(null)}`);
}

/** The messages of the thread that went out before. */
async function earlierOf({ connections }: DeliveryDeps, due: DueMail): Promise<string[]> {
  if (due.is_list) return [];
  const rows = await queryRows(connections.accounts, SentRow)`
    select id from messages
    where thread = ${due.thread} and user_id = ${due.user_id} and channel = 'mail' and id <> ${due.id}
      and sent_at is not null
    order by sent_at, number`;
  return rows.map(({ id }) => id);
}

/** Who gets a message, and what of it they may see now. */
interface Wanted {
  address: string;
  reader: Reader;
  seen: OutboxRow[];
  /** Whether that is all that it is about. */
  isAll: boolean;
}

/** Read before each attempt: a right may have ended since the last. @returns a sentence when nothing is to be sent */
async function readWanted({ connections }: DeliveryDeps, due: DueMail): Promise<Wanted | Text> {
  const person = await queryRow(connections.accounts, PersonRow)`
    select email, preferences ->> 'language' as language, preferences ->> 'measure' as measure,
      preferences -> 'notifications' as settings, staff_role is not null as is_staff,
      (select organizations.measure from organizations where organizations.id = ${due.organization_id})
        as organization_measure
    from users where id = ${due.user_id} and deleted_at is null`;
  if (person === undefined) return reasons.deletedAccount;
  const reader = readerOf({
    language: person.language ?? "en",
    measure: person.measure ?? person.organization_measure ?? "gallon",
  });
  const { email: address } = person;
  if (due.thread.startsWith("test ")) return { address, reader, seen: [], isAll: true };
  if (settingsOf(person.settings, person.is_staff).mail === "off") return reasons.endedMails;
  const contents = await queryRows(connections.accounts, OutboxRow)`
    select entry.property_id, entry.id, entry.kind, entry.case_id, entry.alert_id, content.unacknowledged_hours
    from message_contents content
    join outbox entry on entry.property_id = content.property_id and entry.id = content.outbox_id
    where content.message_id = ${due.id} order by entry.id`;
  const visible = await visibleProperties(connections, due);
  const seen = contents.filter(({ property_id }) => visible.has(property_id));
  if (contents.length > 0 && seen.length === 0) return reasons.lostProperty;
  return { address, reader, seen, isAll: seen.length === contents.length };
}

type Rendered = RenderedMail & { address: string };

/**
 * The mail as its recipient may read it now, in their language and measure, and as it was before where all of it may still be
 * read; else why there is nothing to send.
 */
async function render(
  deps: DeliveryDeps,
  due: DueMail,
  { address, reader, seen, isAll }: Wanted,
): Promise<Rendered | Text> {
  const { subject, text, html } = due;
  if (isAll && subject !== null && text !== null && html !== null) return { address, subject, text, html };
  const addresses = addressesFor(deps, due.user_id);
  if (due.thread.startsWith("test ")) return { address, ...testMail(addresses, reader.i18n) };
  const notices: Notice[] = [];
  for (const [propertyId, rows] of Map.groupBy(seen, ({ property_id }) => property_id)) {
    const detail = due.is_list ? "list" : "whole";
    notices.push(...(await readNotices(deps.connections, propertyId, rows, reader, deps.clock, detail)));
  }
  const current = due.is_list ? latestOfCases(notices.filter(({ isCurrent }) => isCurrent)) : notices;
  const [first] = current;
  if (first === undefined) return reasons.over;
  return {
    address,
    ...(due.is_list ? listMail(current, addresses, reader.i18n) : noticeMail(first, addresses, reader.i18n)),
  };
}

/** Of several things about a case a list has the last. */
function latestOfCases(notices: readonly Notice[]): Notice[] {
  const last = new Map(notices.map((notice) => [notice.caseId ?? `notice ${notice.outboxId}`, notice]));
  return [...last.values()];
}

/** The properties whose leaks a person may see at this moment. */
async function visibleProperties(connections: Connections, due: DueMail): Promise<ReadonlySet<number>> {
  try {
    const account = await scopeOfUser(connections, due.user_id, due.organization_id);
    const maySee = account?.permissions.includes("reporting.view_property_data_report") === true;
    return new Set(maySee ? account.propertyIds : []);
  } catch (error) {
    // They are no member of the organization any more.
    if (error instanceof ProblemError) return new Set();
    throw error;
  }
}

function addressesFor({ baseUrl, secret, clock }: DeliveryDeps, user: number): MailAddresses {
  return {
    page: (path) => addressOf(baseUrl, path),
    unsubscribe: addressOf(baseUrl, `/unsubscribe#token=${signLink({ does: "unsubscribe", user }, secret)}`),
    acknowledge: ({ caseId, propertyId, canAcknowledge }) => {
      if (caseId === null || !canAcknowledge) return null;
      const until = clock() + ACKNOWLEDGE_MS;
      const link = { does: "acknowledge" as const, user, case: caseId, property: propertyId, until };
      return addressOf(baseUrl, `/acknowledge#token=${signLink(link, secret)}`);
    },
  };
}
