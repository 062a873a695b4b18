import { sql } from "kysely";
import { z } from "zod";
import type { NoticeKind } from "../../contract/notifications/notice-kinds.ts";
import type { NotificationSettings } from "../../contract/notifications/settings.ts";
import type { Transactional } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { HOUR_MS } from "../time/durations.ts";
import type { Notice } from "./notice.ts";
import { type Recipient, type Way, waysTo } from "./recipients.ts";
import { nextHour, type SendingTime, whenToSend } from "./when-to-send.ts";

/** More messages than this to one person within an hour become one list, but for bursts. */
const MOST_AN_HOUR = 10;
const BURST_KINDS: ReadonlySet<NoticeKind> = new Set(["case opened", "case doubled", "case returned"]);

/** Something that a person is to be notified of. */
export interface Wanted {
  notice: Notice;
  /** By a route; null: by the person's own settings. */
  byRoute: { unacknowledgedHours: number | null } | null;
}

/** Adds the messages to a person by all ways that they chose, each when the person's settings have it. */
export async function addMessages(
  tx: Transactional,
  organizationId: number | null,
  recipient: Recipient,
  wanted: readonly Wanted[],
  now: number,
): Promise<void> {
  for (const way of waysTo(recipient)) await addBy(tx, { organizationId, recipient, way }, wanted, now);
}

/** A person, and one way to them. */
interface Addressee {
  organizationId: number | null;
  recipient: Recipient;
  way: Way;
}

async function addBy(tx: Transactional, addressee: Addressee, wanted: readonly Wanted[], now: number): Promise<void> {
  const { recipient, way } = addressee;
  const settings: NotificationSettings =
    way.channel === "mail" ? recipient.settings : { ...recipient.settings, mail: "at_once" };
  let left = MOST_AN_HOUR - (await sentThisHour(tx, addressee, now));
  for (const one of wanted) {
    const { notice, byRoute } = one;
    const isBurst = BURST_KINDS.has(notice.kind) && (notice.gallonsPerDay ?? 0) >= settings.burst_gallons_per_hour * 24;
    if (way.use === "urgent" && !isBurst && byRoute === null) continue;
    const time = whenToSend(settings, { propertyZone: notice.timeZone, now, isBurst });
    if (time === null) continue;
    const sending = time.isList || isBurst || left > 0 ? time : nextHour(settings, notice.timeZone, now);
    if (byRoute !== null && !(await makeRoom(tx, addressee, one, sending.at))) continue;
    if (!sending.isList) left--;
    await addMessage(tx, addressee, one, sending, now);
  }
}

/** SQL: whether `message` goes this way. */
function goesTo({ recipient: { userId }, way: { channel, browserId } }: Addressee) {
  return sql`(message.user_id = ${userId} and message.channel = ${channel}
    and message.push_subscription_id is not distinct from ${browserId}::bigint)`;
}

/** Messages of one thing each to a person in the last hour, by one way. Tests and reports by mail are of no thing. */
async function sentThisHour(tx: Transactional, addressee: Addressee, now: number): Promise<number> {
  const found = await queryRow(tx, CountRow)`
    select count(*) as count from messages message
    where ${goesTo(addressee)} and not is_list and created_at > ${new Date(now - HOUR_MS)}
      and exists (select from message_contents where message_id = message.id)`;
  return found?.count ?? 0;
}

const KnownRow = z.object({ id: z.string(), is_sent: z.boolean(), is_later: z.boolean() });

/**
 * So that nobody is sent the same twice: takes it out of a list that would be sent later.
 * @returns whether it is to be sent. What a person was sent is sent again only where it has new urgency: nobody
 * acknowledged it for hours
 */
async function makeRoom(
  tx: Transactional,
  addressee: Addressee,
  { notice, byRoute }: Wanted,
  at: number,
): Promise<boolean> {
  const { propertyId, outboxId } = notice;
  const known = await queryRows(tx, KnownRow)`
    select message.id, message.sent_at is not null as is_sent,
      message.is_list and message.attempts = 0 and message.due_at > ${new Date(at)} as is_later
    from messages message join message_contents content on content.message_id = message.id
    where ${goesTo(addressee)} and message.failed_at is null and message.dropped_at is null
      and content.property_id = ${propertyId} and content.outbox_id = ${outboxId}
    for update of message`;
  const isReminder = (byRoute?.unacknowledgedHours ?? 0) > 0;
  if (known.some(({ is_sent, is_later }) => (is_sent ? !isReminder : !is_later))) return false;
  const lists = known.filter(({ is_sent }) => !is_sent).map(({ id }) => id);
  if (lists.length === 0) return true;
  await sql`
    delete from message_contents
    where message_id = any(${lists}::uuid[]) and property_id = ${propertyId} and outbox_id = ${outboxId}`.execute(tx);
  await sql`
    delete from messages
    where id = any(${lists}::uuid[]) and not exists (select from message_contents where message_id = messages.id)`.execute(
    tx,
  );
  return true;
}

const MessageRow = z.object({ id: z.string() });

/** Adds a message, or to the list that waits already. */
async function addMessage(
  tx: Transactional,
  { organizationId, recipient: { userId }, way: { channel, browserId } }: Addressee,
  { notice, byRoute }: Wanted,
  { at, isList, isMorning = false }: SendingTime,
  now: number,
): Promise<void> {
  const { propertyId, outboxId, caseId } = notice;
  const insert = (thread: string) => queryRow(tx, MessageRow)`
    with made as (
      insert into messages (organization_id, user_id, channel, push_subscription_id, thread, is_list, created_at, due_at)
      values (${organizationId}, ${userId}, ${channel}, ${browserId}, ${thread}, ${isList}, ${new Date(now)},
        ${new Date(at)})
      on conflict (user_id, channel, thread)
        where is_list and sent_at is null and failed_at is null and dropped_at is null
        do update set due_at = least(messages.due_at, excluded.due_at) where messages.attempts = 0
      returning id
    ), content as (
      insert into message_contents (message_id, property_id, outbox_id, case_id, unacknowledged_hours)
      select made.id, ${propertyId}::bigint, ${outboxId}::bigint, ${caseId}::bigint,
        ${byRoute?.unacknowledgedHours ?? null}::int
      from made on conflict do nothing
    )
    select id from made`;
  if (!isList) {
    await insert(`property ${propertyId} ${caseId === null ? `notice ${outboxId}` : `case ${caseId}`}`);
    return;
  }
  // Lists of different organizations stay apart: the administrators of one must not see the other's. Properties in several
  // time zones have several mornings, of which a person has one list.
  const list = `list ${organizationId ?? 0}${browserId === null ? "" : ` browser ${browserId}`}`;
  const dated = `${list} ${new Date(at).toISOString()}`;
  // A list that was tried to be sent takes nothing more.
  for (const thread of [...(isMorning ? [`${list} morning`] : []), dated, `${dated} after ${propertyId} ${outboxId}`]) {
    if ((await insert(thread)) !== undefined) return;
  }
}
