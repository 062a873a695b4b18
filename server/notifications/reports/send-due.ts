import { sql } from "kysely";
import { z } from "zod";
import { type ReportDays, reportDays } from "../../../contract/notifications/report-kinds.ts";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import type { DeliveryDeps } from "../messages/due-message.ts";
import { daysBefore, nextTime, type Schedule } from "./schedule.ts";

const DueRow = z.object({
  id: z.int(),
  organization_id: z.int().nullable(),
  days: z.enum(reportDays),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  rule: z.string().nullable(),
  time_zone: z.string(),
  created_at: z.date(),
  next_at: z.date(),
});
type DueRow = z.output<typeof DueRow>;

/** A message with a report, of one recipient. */
export interface NewReportMessage {
  recipientId: number;
  scheduledAt: Date;
  startDate: string;
  endDate: string;
  corrects: string | null;
}

/** Whether a message has a report. @param thread its thread */
export function isReport(thread: string): boolean {
  return thread.startsWith("report ");
}

/** Makes the messages of the reports that are due, and says when each is due next, each report in one transaction. */
export async function addDueReports(
  { connections, clock }: Pick<DeliveryDeps, "connections" | "clock">,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const now = clock();
  const waiting = await queryRows(connections.accounts, IdRow)`
    select id from report_subscriptions where ended_at is null and next_at <= ${new Date(now)} order by next_at, id`;
  const errors: unknown[] = [];
  for (const { id } of waiting) {
    if (isStopped()) break;
    // One report that fails must not keep the others.
    await connections.accounts
      .transaction()
      .execute((tx) => addDueReport(tx, id, now))
      .catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

async function addDueReport(tx: Transactional, id: number, now: number): Promise<void> {
  const due = await queryRow(tx, DueRow)`
    select id, organization_id, days, start_date, end_date, rule, time_zone, created_at, next_at
    from report_subscriptions where id = ${id} and ended_at is null and next_at <= ${new Date(now)}
    for update skip locked`;
  // Another server added it meanwhile.
  if (due === undefined) return;
  const { at, next } = timesOf(due, now);
  await addMessages(tx, due, at, now);
  await sql`
    update report_subscriptions set next_at = ${next === null ? null : new Date(next)} where id = ${id}`.execute(tx);
}

/** Of times that passed while no server ran the last one counts. */
function timesOf({ rule, time_zone: timeZone, created_at, next_at }: DueRow, now: number) {
  let at = next_at.getTime();
  if (rule === null) return { at, next: null };
  const schedule: Schedule = { rule, timeZone, from: created_at.getTime() };
  let next = nextTime(schedule, at);
  while (next !== null && next <= now) {
    at = next;
    next = nextTime(schedule, at);
  }
  return { at, next };
}

const RecipientRow = z.object({ ids: z.array(z.int()) });

async function addMessages(tx: Transactional, due: DueRow, at: number, now: number): Promise<void> {
  const found = await queryRow(tx, RecipientRow)`
    select coalesce(jsonb_agg(id order by id), '[]') as ids from report_recipients
    where subscription_id = ${due.id} and ended_at is null`;
  const { startDate, endDate } = daysOf(due, due.days, at);
  for (const recipientId of found?.ids ?? []) {
    await addReportMessage(tx, { recipientId, scheduledAt: new Date(at), startDate, endDate, corrects: null }, now);
  }
}

function daysOf(due: DueRow, days: ReportDays, at: number): { startDate: string; endDate: string } {
  if (days === "dates") return { startDate: due.start_date ?? "", endDate: due.end_date ?? "" };
  const { start_date: startDate, end_date: endDate } = daysBefore(days, due.time_zone, at);
  return { startDate, endDate };
}

/** Adds a message to a recipient, which is delivered as all messages are. */
export async function addReportMessage(tx: Transactional, message: NewReportMessage, now: number): Promise<void> {
  const { recipientId, scheduledAt, startDate, endDate, corrects } = message;
  await sql`
    with made as (
      insert into messages (organization_id, user_id, channel, thread, is_list, address, created_at, due_at)
      select one.organization_id, recipient.user_id, 'mail', ${`report ${recipientId}`}::text, false, recipient.address,
        ${new Date(now)}::timestamptz, ${new Date(now)}::timestamptz
      from report_recipients recipient join report_subscriptions one on one.id = recipient.subscription_id
      where recipient.id = ${recipientId}
      returning id)
    insert into report_messages (message_id, recipient_id, scheduled_at, start_date, end_date, corrects)
    select made.id, ${recipientId}::bigint, ${scheduledAt}::timestamptz, ${startDate}::date, ${endDate}::date, ${corrects}::uuid from made`.execute(
    tx,
  );
}
