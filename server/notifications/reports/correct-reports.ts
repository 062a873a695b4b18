import { sql } from "kysely";
import { z } from "zod";
import { inScope, type Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { Text } from "../../problem/text.ts";
import { aboutReport } from "../../report-files/about-report.ts";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import type { DeliveryDeps } from "../messages/due-message.ts";
import { changedFigures, keyFigures } from "./key-figures.ts";
import { reportOf } from "./recipient.ts";
import { addReportMessage } from "./send-due.ts";

/** For how long after it was first sent a report is corrected, and how often it is compared with the data. */
const [CORRECTED_MS, COMPARED_EVERY_MS] = [14 * DAY_MS, 20 * HOUR_MS];

const DueRow = z.object({ message_id: z.uuid() });
const SentRow = z.object({
  recipient_id: z.int(),
  scheduled_at: z.date(),
  start_date: z.string(),
  end_date: z.string(),
});

type CorrectDeps = Pick<DeliveryDeps, "connections" | "clock">;

/**
 * Compares what reports printed with the data as they are now, each once a day for two weeks after it was first sent, and
 * adds a corrected report where a figure is another one. Devices are as they were at one moment: their reports are not
 * corrected.
 */
export async function correctReports(deps: CorrectDeps, isStopped: () => boolean = () => false): Promise<void> {
  const { connections, clock } = deps;
  const since = new Date(clock() - CORRECTED_MS);
  const due = await queryRows(connections.accounts, DueRow)`
    select report.message_id from report_messages report
    join messages message on message.id = report.message_id
    join report_recipients recipient on recipient.id = report.recipient_id
    join report_subscriptions one on one.id = recipient.subscription_id
    where message.sent_at > ${since} and report.figures is not null
      and (report.corrects is null or exists (
        select from report_messages original join messages on messages.id = original.message_id
        where original.recipient_id = report.recipient_id and original.scheduled_at = report.scheduled_at
          and original.corrects is null and messages.sent_at > ${since}))
      and coalesce(report.compared_at, message.sent_at) <= ${new Date(clock() - COMPARED_EVERY_MS)}
      and one.kind <> 'device health' and one.ended_at is null and recipient.ended_at is null
      and not exists (
        select from report_messages later join messages on messages.id = later.message_id
        where later.corrects = report.message_id and messages.dropped_at is null)
    order by message.sent_at, message.number`;
  const errors: unknown[] = [];
  for (const { message_id } of due) {
    if (isStopped()) break;
    // One report that fails must not keep the others.
    await connections.accounts
      .transaction()
      .execute((tx) => correctReport(tx, deps, message_id))
      .catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw errors[0];
}

/** Its row is locked while it is compared, so that another server takes other reports. */
async function correctReport(tx: Transactional, deps: CorrectDeps, messageId: string): Promise<void> {
  const now = deps.clock();
  const sent = await queryRow(tx, SentRow)`
    select recipient_id, scheduled_at, start_date, end_date from report_messages
    where message_id = ${messageId}
      and (compared_at is null or compared_at <= ${new Date(now - COMPARED_EVERY_MS)})
    for update skip locked`;
  if (sent === undefined) return;
  if (await isOther(deps, messageId)) {
    const { recipient_id: recipientId, scheduled_at: scheduledAt, start_date: startDate, end_date: endDate } = sent;
    await addReportMessage(tx, { recipientId, scheduledAt, startDate, endDate, corrects: messageId }, now);
  }
  await sql`update report_messages set compared_at = ${new Date(now)} where message_id = ${messageId}`.execute(tx);
}

/** Whether a figure of a report that was sent is another one now, for a recipient who may still have it. */
async function isOther({ connections, clock }: CorrectDeps, messageId: string): Promise<boolean> {
  const report = await reportOf(connections, messageId);
  if (report instanceof Text) return false;
  const { scope, reader, params, sentFigures } = report;
  const compare = async (tx: Transactional) => {
    const made = { scope, tx, connections, clock, reader, params };
    return keyFigures(made, await aboutReport(made));
  };
  const now = await inScope(connections.app, scope, compare, "long");
  return changedFigures(sentFigures, now).length > 0;
}
