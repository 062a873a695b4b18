import { z } from "zod";
import { inScope, type Transactional } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { Text } from "../../problem/text.ts";
import { aboutReport } from "../../report-files/about-report.ts";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import type { DeliveryDeps } from "../messages/due-message.ts";
import { changedFigures, keyFigures } from "./key-figures.ts";
import { reportOf } from "./recipient.ts";
import { addReportMessage } from "./send-due.ts";

/** For how long after it was first sent a report is corrected, and how often it is compared with the data. */
const [CORRECTED_MS, COMPARED_EVERY_MS] = [14 * DAY_MS, 20 * HOUR_MS];

const SentRow = z.object({
  message_id: z.uuid(),
  recipient_id: z.int(),
  scheduled_at: z.date(),
  start_date: z.string(),
  end_date: z.string(),
});

/**
 * Compares what reports printed with the data as they are now, each once a day for two weeks after it was first sent, and
 * adds a corrected report where a figure is another one. Devices are as they were at one moment: their reports are not corrected.
 */
export async function correctReports(
  deps: Pick<DeliveryDeps, "connections" | "clock">,
  isStopped: () => boolean = () => false,
): Promise<void> {
  const { connections, clock } = deps;
  while (!isStopped()) {
    const now = clock();
    const since = new Date(now - CORRECTED_MS);
    const sent = await queryRow(connections.accounts, SentRow)`
      update report_messages set compared_at = ${new Date(now)} where message_id = (
        select report.message_id from report_messages report
        join messages message on message.id = report.message_id
        join report_recipients recipient on recipient.id = report.recipient_id
        join report_subscriptions one on one.id = recipient.subscription_id
        where message.sent_at > ${since} and report.figures is not null
          and (report.corrects is null or exists (
            select from report_messages original join messages on messages.id = original.message_id
            where original.recipient_id = report.recipient_id and original.scheduled_at = report.scheduled_at
              and original.corrects is null and messages.sent_at > ${since}))
          and coalesce(report.compared_at, message.sent_at) <= ${new Date(now - COMPARED_EVERY_MS)}
          and one.kind <> 'device health' and one.ended_at is null and recipient.ended_at is null
          and not exists (
            select from report_messages later join messages on messages.id = later.message_id
            where later.corrects = report.message_id and messages.dropped_at is null)
        order by message.sent_at limit 1 for update of report skip locked)
      returning message_id, recipient_id, scheduled_at, start_date, end_date`;
    if (sent === undefined) return;
    if (!(await isOther(deps, sent.message_id))) continue;
    await connections.accounts.transaction().execute((tx) =>
      addReportMessage(
        tx,
        {
          recipientId: sent.recipient_id,
          scheduledAt: sent.scheduled_at,
          startDate: sent.start_date,
          endDate: sent.end_date,
          corrects: sent.message_id,
        },
        now,
      ),
    );
  }
}

/** Whether a figure of a report that was sent is another one now, for a recipient who may still have it. */
async function isOther(
  { connections, clock }: Pick<DeliveryDeps, "connections" | "clock">,
  messageId: string,
): Promise<boolean> {
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
