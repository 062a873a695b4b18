import { sql } from "kysely";
import { z } from "zod";
import type { NoticeKind } from "../../contract/notifications/notice-kinds.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { tryLock } from "../database/locks.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { readerOf } from "../language/reader.ts";
import type { Clock } from "../time/clock.ts";
import { HOUR_MS } from "../time/durations.ts";
import { type Notice, OutboxRow, readNotices } from "./notice.ts";
import { type Recipient, recipientsOf } from "./recipients.ts";
import { addWebhookMessages } from "./webhook-messages.ts";
import { nextHour, type SendingTime, whenToSend } from "./when-to-send.ts";

/** Rows of a property that are dispatched in one transaction. */
const AT_ONCE = 200;
/** More messages than this to one person within an hour become one list. */
export const MOST_AN_HOUR = 10;
const BURST_KINDS: ReadonlySet<NoticeKind> = new Set(["case opened", "case doubled", "case returned"]);

const PropertyRow = z.object({ property_id: z.int() });
const OrganizationRow = z.object({ organization_id: z.int().nullable() });

interface Deps {
  connections: Connections;
  clock: Clock;
}

/**
 * Makes messages of what is new in the outbox, for each person who wants to know.
 * @returns how many rows were dispatched
 */
export async function dispatchOutbox(deps: Deps, isStopped: () => boolean = () => false): Promise<number> {
  const waiting = await queryRows(deps.connections.worker, PropertyRow)`
    select distinct property_id from outbox where dispatched_at is null order by property_id limit 1000`;
  let dispatched = 0;
  const errors: unknown[] = [];
  for (const { property_id } of waiting) {
    try {
      for (let count = AT_ONCE; count === AT_ONCE && !isStopped(); dispatched += count) {
        count = await dispatchProperty(deps, property_id);
      }
    } catch (error) {
      // One property that fails must not keep the others.
      errors.push(error);
    }
  }
  if (errors.length > 0) throw errors[0];
  return dispatched;
}

/** Messages and the mark that they were made are one transaction. Another server takes other properties meanwhile. */
async function dispatchProperty({ connections, clock }: Deps, propertyId: number): Promise<number> {
  return connections.worker.transaction().execute(async (tx) => {
    // What is about one property gets its numbers in its order.
    if (!(await tryLock(tx, "outbox", propertyId))) return 0;
    const rows = await queryRows(tx, OutboxRow)`
      select property_id, id, kind, case_id, alert_id from outbox
      where property_id = ${propertyId} and dispatched_at is null order by id limit ${AT_ONCE}`;
    if (rows.length === 0) return 0;
    const english = readerOf({ language: "en", measure: "gallon" });
    const notices = await readNotices(connections, propertyId, rows, english, clock, "list");
    const current = notices.filter(({ isCurrent }) => isCurrent);
    if (current.length > 0) await addMessages(tx, connections, propertyId, current, clock());
    await addWebhookMessages(tx, current, clock());
    await sql`
      update outbox set dispatched_at = ${new Date(clock())}
      where property_id = ${propertyId} and id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
    return rows.length;
  });
}

async function addMessages(
  tx: Transactional,
  connections: Connections,
  propertyId: number,
  notices: readonly Notice[],
  now: number,
): Promise<void> {
  const recipients = await recipientsOf(connections, propertyId);
  const owner = await queryRow(tx, OrganizationRow)`select organization_id from properties where id = ${propertyId}`;
  for (const recipient of recipients) {
    const wanted = notices.filter((notice) => wants(recipient, notice));
    if (wanted.length === 0) continue;
    let left = MOST_AN_HOUR - (await sentThisHour(tx, recipient.userId, now));
    for (const notice of wanted) {
      const time = whenToSend(recipient.settings, {
        propertyZone: notice.timeZone,
        now,
        isBurst: isBurst(recipient, notice),
      });
      if (time === null) continue;
      const sending = time.isList || left > 0 ? time : nextHour(now);
      if (!sending.isList) left--;
      await addMessage(tx, owner?.organization_id ?? null, recipient, notice, sending, now);
    }
  }
}

function wants({ email, settings }: Recipient, notice: Notice): boolean {
  const { kinds, property_ids, least_dollars_per_day } = settings;
  if (!kinds.includes(notice.kind) || (property_ids !== null && !property_ids.includes(notice.propertyId)))
    return false;
  // Who reported a fix need not be notified of it.
  if (notice.reportedBy === email) return false;
  return notice.dollarsPerDay === null || notice.dollarsPerDay >= least_dollars_per_day;
}

function isBurst({ settings }: Recipient, { kind, gallonsPerDay }: Notice): boolean {
  return BURST_KINDS.has(kind) && (gallonsPerDay ?? 0) >= settings.burst_gallons_per_hour * 24;
}

/** Messages of one thing each to a person in the last hour. */
async function sentThisHour(tx: Transactional, userId: number, now: number): Promise<number> {
  const found = await queryRow(tx, CountRow)`
    select count(*) as count from messages
    where user_id = ${userId} and channel = 'mail' and not is_list and created_at > ${new Date(now - HOUR_MS)}`;
  return found?.count ?? 0;
}

const MessageRow = z.object({ id: z.string() });

/** Adds a message, or to the list that waits already. */
async function addMessage(
  tx: Transactional,
  organizationId: number | null,
  { userId }: Recipient,
  notice: Notice,
  { at, isList }: SendingTime,
  now: number,
): Promise<void> {
  const { propertyId, outboxId, caseId } = notice;
  const insert = (thread: string) => queryRow(tx, MessageRow)`
    insert into messages (organization_id, user_id, channel, thread, is_list, created_at, due_at)
    values (${organizationId}, ${userId}, 'mail', ${thread}, ${isList}, ${new Date(now)}, ${new Date(at)})
    on conflict (user_id, channel, thread)
      where is_list and sent_at is null and failed_at is null and dropped_at is null
      do update set due_at = messages.due_at where messages.attempts = 0
    returning id`;
  // Lists of different organizations stay apart: the administrators of one must not see the other's.
  const thread = isList
    ? `list ${organizationId ?? 0} ${new Date(at).toISOString()}`
    : `property ${propertyId} ${caseId === null ? `notice ${outboxId}` : `case ${caseId}`}`;
  // A list that is being sent takes nothing more.
  const message = (await insert(thread)) ?? (await insert(`${thread} after ${propertyId} ${outboxId}`));
  await sql`
    insert into message_contents (message_id, property_id, outbox_id, case_id)
    values (${message?.id}, ${propertyId}, ${outboxId}, ${caseId})
    on conflict do nothing`.execute(tx);
}
