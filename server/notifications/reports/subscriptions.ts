import { sql } from "kysely";
import { z } from "zod";
import { languages } from "../../../contract/display/languages.ts";
import { measures } from "../../../contract/display/measures.ts";
import { reportDays, reportKinds } from "../../../contract/notifications/report-kinds.ts";
import type {
  NewSubscription,
  OwnSubscription,
  ReportSubscription,
} from "../../../contract/notifications/report-subscriptions.ts";
import { scopeOfUser } from "../../accounts/authenticate.ts";
import type { Person } from "../../accounts/sessions/person.ts";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Connections, Transactional } from "../../database/connect.ts";
import { lock } from "../../database/locks.ts";
import { CountRow, IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { notThere, ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import { checkOrganizationInScope } from "../../query/organization-in-scope.ts";
import type { PageParams } from "../../query/page.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { mayHaveReport } from "../../report-files/make-report.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { membersOf } from "../routes/people.ts";
import { checkSchedule, nextTime } from "./schedule.ts";

/** Reports that one person may have sent within an hour, and that are sent on a schedule. */
const [MOST_AN_HOUR, MOST_SCHEDULED] = [30, 200];

const Row = z.object({
  id: z.int(),
  kind: z.enum(reportKinds),
  property_ids: z.array(z.int()).nullable(),
  days: z.enum(reportDays),
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  rule: z.string().nullable(),
  time_zone: z.string(),
  wait_hours: z.int(),
  language: z.enum(languages),
  measure: z.enum(measures),
  recipients: z.array(z.object({ email: z.string(), user_id: z.int().nullable(), ended_at: z.string().nullable() })),
  created_by: z.string(),
  created_at: z.date(),
  next_at: z.date().nullable(),
  last_sent_at: z.date().nullable(),
});

const columns = sql`
  select one.id, one.kind, case when one.property_ids is not null then (
      select coalesce(jsonb_agg(properties.id order by properties.id), '[]') from properties
      where properties.id = any(one.property_ids) and properties.archived_at is null
        and (one.organization_id is null or properties.organization_id = one.organization_id)) end as property_ids,
    one.days, one.start_date, one.end_date, one.rule, one.time_zone, one.wait_hours, one.language, one.measure,
    one.created_by, one.created_at, one.next_at, (
      select coalesce(jsonb_agg(jsonb_build_object('email', coalesce(recipient.address, person.email),
        'user_id', recipient.user_id,
        'ended_at', to_char(recipient.ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by recipient.id), '[]')
      from report_recipients recipient left join users person on person.id = recipient.user_id
      where recipient.subscription_id = one.id and person.deleted_at is null) as recipients, (
      select max(message.sent_at) from report_recipients recipient
      join report_messages report on report.recipient_id = recipient.id
      join messages message on message.id = report.message_id
      where recipient.subscription_id = one.id) as last_sent_at
  from report_subscriptions one`;

/** Listed are schedules, and reports that are still to be sent. */
const isLiving = sql`one.ended_at is null and (one.rule is not null or one.next_at is not null)`;

/** A page of the reports that a person receives, newest first. */
export function ownSubscriptions({ accounts }: Connections, userId: number, page: PageParams) {
  return pageWhere(
    accounts,
    page,
    sql`${isLiving} and one.id in (
      select subscription_id from report_recipients where user_id = ${userId} and ended_at is null)`,
  );
}

/** A page of the reports that an organization sends, newest first. @throws ProblemError not_found */
export function subscriptionsOf(
  { accounts }: Connections,
  scope: RequestScope,
  organizationId: number,
  page: PageParams,
) {
  checkOrganizationInScope(scope, organizationId);
  return pageWhere(accounts, page, sql`${isLiving} and one.organization_id = ${organizationId}`);
}

/** Sends a person a report. @throws ProblemError forbidden; invalid_fields; too_many_requests; conflict */
export async function subscribe(
  connections: Connections,
  scope: RequestScope,
  person: Person,
  wanted: OwnSubscription,
): Promise<ReportSubscription> {
  if (!mayHaveReport(wanted.kind, scope)) {
    throw new ProblemError("forbidden", text`Your account lacks the permission for this report.`);
  }
  checkProperties(wanted.property_ids, scope.propertyIds);
  const own: NewSubscription = {
    ...wanted,
    user_ids: [person.userId],
    addresses: [],
    // Read by addresses alone.
    language: "en",
    measure: "gallon",
  };
  return add(connections, person, person.organizationId, own);
}

const MemberRow = z.object({ id: z.int(), email: z.string() });

/** Sends people a report. @throws ProblemError not_found; invalid_fields; too_many_requests; conflict */
export async function subscribeOthers(
  connections: Connections,
  scope: RequestScope,
  who: Actor,
  organizationId: number,
  wanted: NewSubscription,
): Promise<ReportSubscription> {
  checkOrganizationInScope(scope, organizationId);
  const own = await queryRows(connections.accounts, IdRow)`
    select id from properties where organization_id = ${organizationId} and archived_at is null`;
  checkProperties(
    wanted.property_ids,
    own.map(({ id }) => id),
  );
  const typed = [...new Set(wanted.addresses.map((address) => address.toLowerCase()))];
  const found = await queryRows(connections.accounts, MemberRow)`
    select person.id, lower(person.email) as email from users person
    join memberships member on member.user_id = person.id and member.organization_id = ${organizationId}
    where lower(person.email) = any(${typed}::text[]) and person.deleted_at is null`;
  const withAccount = new Set(found.map(({ email }) => email));
  const addresses = typed.filter((address) => !withAccount.has(address));
  if (addresses.length > 0 && wanted.property_ids === null) {
    throw wrongField("property_ids", text`Choose the properties that ${addresses[0]}, who has no account, may see.`);
  }
  const userIds = [...new Set([...wanted.user_ids, ...found.map(({ id }) => id)])];
  const members = await membersOf(connections, organizationId, userIds, null);
  const known = new Map(members.map(({ user_id, email }) => [user_id, email]));
  for (const userId of userIds) {
    const email = known.get(userId);
    if (email === undefined) {
      throw wrongField("user_ids", text`User ${userId} is no member of the organization. Choose somebody else.`);
    }
    const theirs = await scopeOfUser(connections, userId, organizationId);
    if (theirs === null || !mayHaveReport(wanted.kind, theirs)) {
      throw wrongField(
        "user_ids",
        text`${email} lacks the permission for this report. Change their permissions, or choose somebody else.`,
      );
    }
  }
  return add(connections, who, organizationId, { ...wanted, user_ids: userIds, addresses });
}

/** Ends a report for one person; without another recipient it ends as a whole. @throws ProblemError not_found */
export async function unsubscribe(connections: Connections, person: Person, id: number): Promise<ReportSubscription> {
  return connections.accounts.transaction().execute(async (tx) => {
    const recipient = await queryRow(tx, IdRow)`
      select recipient.id from report_recipients recipient
      join report_subscriptions one on one.id = recipient.subscription_id
      where one.id = ${id} and one.ended_at is null and recipient.user_id = ${person.userId}
        and recipient.ended_at is null for update`;
    if (recipient === undefined) throw notThere("report by mail");
    const before = await read(tx, id);
    await endForRecipient(tx, person, recipient.id);
    return before;
  });
}

/** Ends a report for everybody. @throws ProblemError not_found */
export async function endSubscription(
  connections: Connections,
  scope: RequestScope,
  who: Actor,
  organizationId: number,
  id: number,
): Promise<ReportSubscription> {
  checkOrganizationInScope(scope, organizationId);
  return connections.accounts.transaction().execute(async (tx) => {
    const ended = await queryRow(tx, IdRow)`
      update report_subscriptions set ended_at = ${new Date(who.at)}
      where id = ${id} and organization_id = ${organizationId} and ended_at is null returning id`;
    if (ended === undefined) throw notThere("report by mail");
    const before = await read(tx, id);
    await audit(tx, who, {
      action: "report-subscription.end",
      ...objectOf(organizationId, id),
      before: onRecord(before),
    });
    return before;
  });
}

const EndedRow = z.object({
  subscription_id: z.int(),
  organization_id: z.int().nullable(),
  email: z.string(),
  kind: z.enum(reportKinds),
});

/** Ends a report for one recipient, with an audit log entry. @returns whether it had not ended yet */
export async function endForRecipient(tx: Transactional, who: Actor, recipientId: number): Promise<boolean> {
  const ended = await queryRow(tx, EndedRow)`
    update report_recipients recipient set ended_at = ${new Date(who.at)}
    from report_subscriptions one
    where recipient.id = ${recipientId} and recipient.ended_at is null and one.id = recipient.subscription_id
      and one.ended_at is null
    returning one.id as subscription_id, one.organization_id, one.kind,
      coalesce(recipient.address, (select email from users where users.id = recipient.user_id)) as email`;
  if (ended === undefined) return false;
  const { subscription_id: id, organization_id, email, kind } = ended;
  await sql`
    update report_subscriptions set ended_at = ${new Date(who.at)}
    where id = ${id} and not exists (
      select from report_recipients where subscription_id = ${id} and ended_at is null)`.execute(tx);
  await audit(tx, who, {
    action: "report-subscription.leave",
    ...objectOf(organization_id, id),
    before: { kind, recipient: email },
  });
  return true;
}

async function add(
  connections: Connections,
  who: Actor,
  organizationId: number | null,
  wanted: NewSubscription,
): Promise<ReportSubscription> {
  const { rule, time_zone: timeZone, kind, property_ids, days, start_date = null, end_date = null } = wanted;
  const schedule = rule === null ? null : { rule, timeZone, from: who.at };
  if (schedule !== null) checkSchedule(schedule);
  const nextAt = schedule === null ? who.at : nextTime(schedule, who.at);
  return connections.accounts.transaction().execute(async (tx) => {
    await checkNumber(tx, who, organizationId, rule);
    const now = new Date(who.at);
    const made = await queryRow(tx, IdRow)`
      insert into report_subscriptions (organization_id, kind, property_ids, days, start_date, end_date, rule, time_zone,
        wait_hours, language, measure, created_by, created_at, next_at)
      values (${organizationId}::bigint, ${kind}, ${property_ids}::bigint[], ${days}, ${start_date}, ${end_date}, ${rule},
        ${timeZone}, ${wanted.wait_hours}, ${wanted.language}, ${wanted.measure}, ${who.email}, ${now},
        ${nextAt === null ? null : new Date(nextAt)})
      returning id`;
    const id = made?.id ?? 0;
    await sql`
      insert into report_recipients (subscription_id, user_id, address)
      select ${id}::bigint, user_id, null from unnest(${wanted.user_ids}::bigint[]) as user_id
      union all select ${id}::bigint, null::bigint, address from unnest(${wanted.addresses}::text[]) as address`.execute(
      tx,
    );
    const row = await read(tx, id);
    await audit(tx, who, {
      action: "report-subscription.create",
      ...objectOf(organizationId, id),
      after: onRecord(row),
    });
    return row;
  });
}

async function checkNumber(tx: Transactional, who: Actor, organizationId: number | null, rule: string | null) {
  // Of concurrent requests each counts what those before it added.
  if (rule !== null && organizationId !== null) await lock(tx, "scheduledReports", organizationId);
  else await sql`select id from users where id = ${who.userId} for no key update`.execute(tx);
  if (rule === null) {
    const lately = await queryRow(tx, CountRow)`
      select count(*) as count from report_subscriptions
      where rule is null and created_by = ${who.email} and created_at > ${new Date(who.at - HOUR_MS)}`;
    if ((lately?.count ?? 0) < MOST_AN_HOUR) return;
    throw new ProblemError(
      "too_many_requests",
      text`You requested ${MOST_AN_HOUR} reports in the last hour. Try again later.`,
    );
  }
  const scheduled = await queryRow(tx, CountRow)`
    select count(*) as count from report_subscriptions
    where ended_at is null and rule is not null and organization_id is not distinct from ${organizationId}::bigint
      and (organization_id is not null or created_by = ${who.email})`;
  if ((scheduled?.count ?? 0) < MOST_SCHEDULED) return;
  throw new ProblemError("conflict", text`At most ${MOST_SCHEDULED} reports are sent on a schedule. End one first.`);
}

function checkProperties(ids: readonly number[] | null, visible: readonly number[]): void {
  const known = new Set(visible);
  const others = (ids ?? []).filter((id) => !known.has(id));
  if (others.length > 0) {
    throw wrongField("property_ids", text`No such property: ${others.slice(0, 10).join(", ")}. Choose others.`);
  }
}

async function pageWhere(
  accounts: Connections["accounts"],
  { page, page_size }: PageParams,
  where: ReturnType<typeof sql>,
): Promise<{ count: number; rows: ReportSubscription[] }> {
  const total = await queryRow(
    accounts,
    CountRow,
  )`select count(*) as count from report_subscriptions one where ${where}`;
  const found = await queryRows(accounts, Row)`
    ${columns} where ${where} order by one.id desc limit ${page_size} offset ${(page - 1) * page_size}`;
  return { count: total?.count ?? 0, rows: found.map(toWire) };
}

async function read(tx: Transactional, id: number): Promise<ReportSubscription> {
  const row = await queryRow(tx, Row)`${columns} where one.id = ${id}`;
  if (row === undefined) throw notThere("report by mail");
  return toWire(row);
}

function toWire({ created_at, next_at, last_sent_at, ...row }: z.output<typeof Row>): ReportSubscription {
  return {
    ...row,
    created_at: created_at.toISOString(),
    next_at: next_at?.toISOString() ?? null,
    last_sent_at: last_sent_at?.toISOString() ?? null,
  };
}

function objectOf(organizationId: number | null, id: number) {
  return { organizationId, objectType: "report-subscription", objectId: id };
}

/** What the audit log keeps of one. */
function onRecord({ kind, property_ids, days, start_date, end_date, rule, time_zone, recipients }: ReportSubscription) {
  const dates = start_date === null ? {} : { start_date, end_date };
  return { kind, property_ids, days, ...dates, rule, time_zone, recipients: recipients.map(({ email }) => email) };
}
