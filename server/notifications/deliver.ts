import { sql } from "kysely";
import { z } from "zod";
import { languages } from "../../contract/display/languages.ts";
import { measures } from "../../contract/display/measures.ts";
import { scopeOfUser } from "../accounts/authenticate.ts";
import type { Connections } from "../database/connect.ts";
import { queryRow, queryRows } from "../database/query-rows.ts";
import { readerOf } from "../language/reader.ts";
import type { Mailer } from "../mail/mailer.ts";
import { ProblemError } from "../problem/problem.ts";
import type { Clock } from "../time/clock.ts";
import { DAY_MS, HOUR_MS } from "../time/durations.ts";
import { isTakenCareOf } from "./escalate.ts";
import { ACKNOWLEDGE_MS, signLink } from "./links.ts";
import { type Notice, OutboxRow, readNotices } from "./notice.ts";
import { listMail, type MailAddresses, noticeMail, type RenderedMail, testMail } from "./render-mail.ts";

export interface DeliveryDeps {
  connections: Connections;
  mailer: Mailer;
  /** The address that people open, from the settings. */
  baseUrl: string;
  /** Signs links in mails. */
  secret: string;
  clock: Clock;
  /** Takes a sentence for the operator's log. */
  warn: (text: string) => void;
}

const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = HOUR_MS;
/** A message that is not accepted within this time from its first attempt is given up. */
const GIVE_UP_MS = 3 * DAY_MS;
/** Lease: a sender that has not finished by then is dead, because sending itself times out earlier. */
const LEASE_MS = 120_000;
const MAX_REASON_LENGTH = 300;

const DueRow = z.object({
  id: z.uuid(),
  number: z.int(),
  user_id: z.int(),
  organization_id: z.int().nullable(),
  thread: z.string(),
  is_list: z.boolean(),
  attempts: z.int(),
  first_attempt_at: z.date().nullable(),
  address: z.string().nullable(),
  subject: z.string().nullable(),
  text: z.string().nullable(),
  html: z.string().nullable(),
});
type DueRow = z.output<typeof DueRow>;

const PersonRow = z.object({
  email: z.string(),
  language: z.enum(languages).nullable().catch(null),
  measure: z.enum(measures).nullable().catch(null),
  organization_measure: z.enum(measures).nullable(),
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
    await attempt(deps, due).catch(async (error: unknown) => {
      // A defect of one message must not keep the others.
      await postpone(deps, due, error, false);
    });
  }
}

/** Claims a message that is due and whose thread has none before it. @returns null when there is none */
async function claim({ connections, clock }: DeliveryDeps): Promise<DueRow | null> {
  const now = new Date(clock());
  const found = await queryRow(connections.accounts, DueRow)`
    update messages set attempts = attempts + 1, leased_until = ${new Date(clock() + LEASE_MS)},
      first_attempt_at = coalesce(first_attempt_at, ${now})
    where id = (
      select m.id from messages m
      where m.channel = 'mail' and m.sent_at is null and m.failed_at is null and m.dropped_at is null
        and m.due_at <= ${now} and (m.leased_until is null or m.leased_until <= ${now})
        and not exists (
          select from messages before
          where before.thread = m.thread and before.user_id = m.user_id and before.channel = m.channel
            and before.number < m.number
            and before.sent_at is null and before.failed_at is null and before.dropped_at is null)
      order by m.due_at, m.number limit 1 for update skip locked)
    returning id, number, user_id, organization_id, thread, is_list, attempts, first_attempt_at, address, subject, text, html`;
  return found ?? null;
}

async function attempt(deps: DeliveryDeps, due: DueRow): Promise<void> {
  const isOver = await isTakenCareOf(deps.connections, due.id);
  const rendered = isOver ? "Somebody took care of it." : due.address === null ? await render(deps, due) : due;
  if (typeof rendered === "string") {
    await finish(deps, due, sql`dropped_at = ${new Date(deps.clock())}, reason = ${rendered}`);
    return;
  }
  const { address, subject, text, html } = rendered;
  if (address === null || subject === null || text === null || html === null)
    throw new Error("A message is incomplete.");
  if (due.address === null) {
    // From here on it is sent as it is now, also by another server after this one died.
    await sql`
      update messages set address = ${address}, subject = ${subject}, text = ${text}, html = ${html} where id = ${due.id}`.execute(
      deps.connections.accounts,
    );
  }
  const host = new URL(deps.baseUrl).hostname;
  const token = signLink({ does: "unsubscribe", user: due.user_id }, deps.secret);
  try {
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
  } catch (error) {
    await postpone(deps, due, error, isForGood(error));
    return;
  }
  await finish(deps, due, sql`sent_at = ${new Date(deps.clock())}, reason = null`);
}

/** Earlier messages of the thread that went out. */
async function earlierOf({ connections }: DeliveryDeps, due: DueRow): Promise<string[]> {
  if (due.is_list) return [];
  const rows = await queryRows(connections.accounts, SentRow)`
    select id from messages
    where thread = ${due.thread} and user_id = ${due.user_id} and channel = 'mail' and number < ${due.number}
      and sent_at is not null
    order by number`;
  return rows.map(({ id }) => id);
}

type Rendered = RenderedMail & { address: string };

/** The mail as its recipient may read it now, in their language and measure; else why there is nothing to send. */
async function render(deps: DeliveryDeps, due: DueRow): Promise<Rendered | string> {
  const { connections, clock } = deps;
  const person = await queryRow(connections.accounts, PersonRow)`
    select email, preferences ->> 'language' as language, preferences ->> 'measure' as measure,
      (select organizations.measure from organizations where organizations.id = ${due.organization_id})
        as organization_measure
    from users where id = ${due.user_id} and deleted_at is null`;
  if (person === undefined) return "The account was deleted.";
  const reader = readerOf({
    language: person.language ?? "en",
    measure: person.measure ?? person.organization_measure ?? "gallon",
  });
  const { email: address } = person;
  const addresses = addressesFor(deps, due.user_id);
  if (due.thread.startsWith("test ")) return { address, ...testMail(addresses, reader.i18n) };
  const contents = await queryRows(connections.accounts, OutboxRow)`
    select entry.property_id, entry.id, entry.kind, entry.case_id, entry.alert_id, content.unacknowledged_hours
    from message_contents content
    join outbox entry on entry.property_id = content.property_id and entry.id = content.outbox_id
    where content.message_id = ${due.id} order by entry.id`;
  const visible = await visibleProperties(connections, due);
  const seen = contents.filter(({ property_id }) => visible.has(property_id));
  if (contents.length > 0 && seen.length === 0) return "The person may not see the property any more.";
  const notices: Notice[] = [];
  for (const [propertyId, rows] of Map.groupBy(seen, ({ property_id }) => property_id)) {
    const detail = due.is_list ? "list" : "whole";
    notices.push(...(await readNotices(connections, propertyId, rows, reader, clock, detail)));
  }
  const current = due.is_list ? latestOfCases(notices.filter(({ isCurrent }) => isCurrent)) : notices;
  const [first] = current;
  if (first === undefined) return "What it was about is over.";
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
async function visibleProperties(connections: Connections, due: DueRow): Promise<ReadonlySet<number>> {
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

function addressOf(baseUrl: string, path: string): string {
  return `${baseUrl.replace(/\/$/, "")}${path}`;
}

async function finish({ connections }: DeliveryDeps, due: DueRow, set: ReturnType<typeof sql>): Promise<void> {
  await sql`update messages set ${set}, leased_until = null where id = ${due.id}`.execute(connections.accounts);
}

/** Delays a message, or gives it up: it is then in the list of deliveries, from where it can be sent again. */
async function postpone(deps: DeliveryDeps, due: DueRow, error: unknown, isPermanent: boolean): Promise<void> {
  const now = deps.clock();
  const reason = reasonOf(error);
  const delay = Math.min(FIRST_RETRY_MS * 2 ** Math.min(due.attempts - 1, 20), MAX_RETRY_MS);
  const isOver = now + delay - (due.first_attempt_at?.getTime() ?? now) > GIVE_UP_MS;
  if (isPermanent || isOver) {
    await finish(deps, due, sql`failed_at = ${new Date(now)}, reason = ${reason}`);
    deps.warn(`A message to user ${due.user_id} was given up: ${reason}`);
    return;
  }
  await finish(deps, due, sql`due_at = ${new Date(now + delay)}, reason = ${reason}`);
}

/** The mail server rejects this recipient or this message; anything else, such as a wrong password, may pass. */
function isForGood(error: unknown): boolean {
  const known = z.object({ code: z.enum(["EENVELOPE", "EMESSAGE"]), responseCode: z.int().min(500) }).safeParse(error);
  return known.success;
}

/** In one line, without links: they let their bearer act. */
function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replaceAll(/token=[\w.-]+/g, "token=…")
    .replaceAll(/\s+/g, " ")
    .trim()
    .slice(0, MAX_REASON_LENGTH);
}
