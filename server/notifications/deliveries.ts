import type { I18n } from "@lingui/core";
import { sql } from "kysely";
import { z } from "zod";
import { messageKinds } from "../../contract/notifications/notice-kinds.ts";
import type { Delivery, WholeDelivery } from "../../contract/notifications/notifications.ts";
import { reportKinds } from "../../contract/notifications/report-kinds.ts";
import { type Actor, audit } from "../audit/audit.ts";
import type { Connections } from "../database/connect.ts";
import { CountRow, queryRow, queryRows } from "../database/query-rows.ts";
import { notThere, ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import { checkOrganizationInScope } from "../query/organization-in-scope.ts";
import type { PageParams } from "../query/page.ts";
import type { RequestScope } from "../query/request-scope.ts";
import { ReasonValues, reasonIn } from "./messages/reason.ts";

/** A case's page shows no more. */
const MOST_OF_CASE = 100;

const Row = z.object({
  id: z.uuid(),
  channel: z.enum(["mail", "sms", "slack", "teams", "push", "webhook"]),
  recipient: z.string(),
  kinds: z.array(z.enum(messageKinds)),
  is_list: z.boolean(),
  report: z.enum(reportKinds).nullable(),
  subject: z.string().nullable(),
  state: z.enum(["waiting", "sent", "failed", "dropped"]),
  reason: z.string().nullable(),
  reason_values: ReasonValues,
  attempts: z.int(),
  created_at: z.date(),
  due_at: z.date(),
  sent_at: z.date().nullable(),
});
type Row = z.output<typeof Row>;
const WholeRow = Row.extend({ text: z.string().nullable(), html: z.string().nullable() });
const CaseMessageRow = Row.pick({ id: true, channel: true, recipient: true, kinds: true, is_list: true }).extend({
  sent_at: z.date(),
});

type State = Row["state"];

const stateOf = sql`(case when one.sent_at is not null then 'sent' when one.failed_at is not null then 'failed'
  when one.dropped_at is not null then 'dropped' else 'waiting' end)`;

/** What is about a property that was archived, or that is another organization's now, is hidden with it. */
const isShown = sql`not exists (
  select from message_contents content join properties on properties.id = content.property_id
  where content.message_id = one.id and (properties.archived_at is not null
    or properties.organization_id is distinct from one.organization_id))`;

/** Until it is sent, where it would be sent to now. */
const recipientOf = sql`coalesce(one.address, person.email, (
  select webhooks.name from webhooks where webhooks.id = one.webhook_id), '')`;

const reportOf = sql`(
  select subscription.kind from report_messages report
  join report_recipients recipient on recipient.id = report.recipient_id
  join report_subscriptions subscription on subscription.id = recipient.subscription_id
  where report.message_id = one.id)`;

const columns = sql`one.id, one.channel, ${recipientOf} as recipient, one.is_list, ${reportOf} as report, one.subject, ${stateOf} as state,
  one.reason, one.reason_values, one.attempts, one.created_at, one.due_at, one.sent_at`;

/** Kinds of what a message is about. */
const kindsOf = sql`(
  select coalesce(array_agg(distinct entry.kind order by entry.kind), '{}')
  from message_contents content
  join outbox entry on entry.property_id = content.property_id and entry.id = content.outbox_id
  where content.message_id = one.id)`;

/** A page of the messages of an organization, newest first. @param i18n of their reader @throws ProblemError not_found */
export async function listDeliveries(
  { accounts }: Connections,
  scope: RequestScope,
  i18n: I18n,
  organizationId: number,
  params: PageParams & { state?: State | undefined },
): Promise<{ count: number; rows: Delivery[] }> {
  checkOrganizationInScope(scope, organizationId);
  const { state = null, page, page_size } = params;
  const isListed = sql`one.organization_id = ${organizationId} and (${state}::text is null or ${stateOf} = ${state}::text) and ${isShown}`;
  const total = await queryRow(accounts, CountRow)`select count(*) as count from messages one where ${isListed}`;
  const found = await queryRows(accounts, Row)`
    select ${columns}, ${kindsOf} as kinds
    from messages one left join users person on person.id = one.user_id
    where ${isListed} order by one.number desc limit ${page_size} offset ${(page - 1) * page_size}`;
  return { count: total?.count ?? 0, rows: found.map((row) => toWire(row, i18n)) };
}

/** A message as it was sent, without the tokens of its links. @throws ProblemError not_found */
export async function readDelivery(
  connections: Connections,
  scope: RequestScope,
  i18n: I18n,
  organizationId: number,
  id: string,
): Promise<WholeDelivery> {
  checkOrganizationInScope(scope, organizationId);
  const row = await queryRow(connections.accounts, WholeRow)`
    select ${columns}, ${kindsOf} as kinds, one.text, one.html
    from messages one left join users person on person.id = one.user_id
    where one.organization_id = ${organizationId} and one.id = ${id} and ${isShown}`;
  if (row === undefined) throw notThere("message");
  return { ...toWire(row, i18n), text: row.text, html: row.html };
}

/** Sends a message again that was given up. @throws ProblemError not_found; conflict for one that was not given up */
export async function retryDelivery(
  connections: Connections,
  scope: RequestScope,
  i18n: I18n,
  who: Actor,
  organizationId: number,
  id: string,
): Promise<WholeDelivery> {
  const before = await readDelivery(connections, scope, i18n, organizationId, id);
  await connections.accounts.transaction().execute(async (tx) => {
    // A list gets a thread of its own: it takes in nothing more, and the list that waits may have its thread.
    const again = await sql`
      update messages set failed_at = null, attempts = 0, first_attempt_at = null, due_at = ${new Date(who.at)},
        thread = case when is_list then thread || ' again ' || id else thread end
      where id = ${id} and failed_at is not null returning id`.execute(tx);
    if (again.rows.length === 0) {
      throw new ProblemError("conflict", text`Only a message that was given up can be sent again.`);
    }
    await audit(tx, who, {
      action: "message.retry",
      organizationId,
      objectType: "message",
      objectId: id,
      after: { recipient: before.recipient, subject: before.subject },
    });
  });
  return readDelivery(connections, scope, i18n, organizationId, id);
}

type CaseMessage = z.output<typeof CaseMessageRow>;

/**
 * The messages that were sent about a case in the scope while its property was its organization's, newest first.
 * @param propertyId its property
 */
export async function messagesOfCase(
  { accounts }: Connections,
  { propertyId, caseId }: { propertyId: number; caseId: number },
): Promise<(Omit<CaseMessage, "sent_at"> & { sent_at: string })[]> {
  const rows = await queryRows(accounts, CaseMessageRow)`
    select one.id, one.channel, ${recipientOf} as recipient, one.is_list, one.sent_at,
      array_agg(distinct entry.kind order by entry.kind) as kinds
    from message_contents content
    join messages one on one.id = content.message_id
    join properties on properties.id = content.property_id
      and properties.organization_id is not distinct from one.organization_id
    join outbox entry on entry.property_id = content.property_id and entry.id = content.outbox_id
    left join users person on person.id = one.user_id
    where content.property_id = ${propertyId} and content.case_id = ${caseId} and one.sent_at is not null
    group by one.id, one.number, person.email order by one.number desc limit ${MOST_OF_CASE}`;
  return rows.map((row) => ({ ...row, sent_at: row.sent_at.toISOString() }));
}

function toWire({ created_at, due_at, sent_at, reason, reason_values, ...row }: Row, i18n: I18n): Delivery {
  return {
    ...row,
    reason: reasonIn(i18n, reason, reason_values),
    created_at: created_at.toISOString(),
    due_at: due_at.toISOString(),
    sent_at: sent_at?.toISOString() ?? null,
  };
}
