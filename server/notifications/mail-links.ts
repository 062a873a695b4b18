import { z } from "zod";
import type { LeakCase } from "../../contract/leaks/cases.ts";
import type { MailLinkView } from "../../contract/notifications/notifications.ts";
import { reportKinds } from "../../contract/notifications/report-kinds.ts";
import { scopeOfUser } from "../accounts/authenticate.ts";
import { changePreferences } from "../accounts/users/preferences.ts";
import type { Actor } from "../audit/audit.ts";
import { type Connections, inScope } from "../database/connect.ts";
import { queryRow } from "../database/query-rows.ts";
import { addCaseEvent } from "../leaks-api/cases/add-event.ts";
import { readCase } from "../leaks-api/cases/read-case.ts";
import { ProblemError } from "../problem/problem.ts";
import { text } from "../problem/text.ts";
import type { RequestScope } from "../query/request-scope.ts";
import type { Clock } from "../time/clock.ts";
import {
  type AcknowledgeLink,
  type EndReportLink,
  type MailLink,
  readLink,
  type UnsubscribeLink,
} from "./messages/links.ts";
import { isToAcknowledge } from "./notice.ts";
import { settingsOf } from "./recipients.ts";
import { endForRecipient } from "./reports/subscriptions.ts";

interface Deps {
  connections: Connections;
  /** With which links are signed. */
  secret: string;
  clock: Clock;
}

const OwnerRow = z.object({ organization_id: z.int().nullable() });
const UserRow = z.object({ email: z.string(), is_staff: z.boolean(), notifications: z.unknown() });

/** What a link of a mail does, without doing it. @throws ProblemError forbidden for a link that is unknown or has ended */
export async function readMailLink(deps: Deps, token: string): Promise<MailLinkView> {
  const link = linkOf(deps, token);
  if (link.does === "unsubscribe") {
    const user = await userOf(deps, link);
    return {
      does: "unsubscribe",
      email: user.email,
      case: null,
      report: null,
      is_done: settingsOf(user.notifications, user.is_staff).mail === "off",
    };
  }
  if (link.does === "end_report") {
    const { email, kind, is_over } = await recipientOf(deps, link);
    return { does: "end_report", email, case: null, report: kind, is_done: is_over };
  }
  const { scope, leakCase } = await acknowledgeable(deps, link);
  return acknowledged(scope, leakCase, !isToAcknowledge(leakCase.state));
}

/**
 * Acknowledges the case of a link in its reader's name; of one that somebody took on meanwhile, or that is over, nothing changes.
 * @throws ProblemError forbidden for a link that is unknown or has ended, or whose reader lost the right
 */
export async function acknowledgeByLink(deps: Deps, token: string, requestId: string): Promise<MailLinkView> {
  const link = linkOf(deps, token);
  if (link.does !== "acknowledge") throw unknownLink();
  const { scope, leakCase } = await acknowledgeable(deps, link);
  if (isToAcknowledge(leakCase.state)) {
    const { connections, clock } = deps;
    const who: Actor = { userId: scope.userId, email: scope.email, requestId, at: clock() };
    const report = { id: link.case, event: { kind: "acknowledged" as const, note: "" }, named: null };
    await inScope(connections.app, scope, (tx) => addCaseEvent(connections, scope, tx, who, report, clock));
  }
  return acknowledged(scope, leakCase, true);
}

function acknowledged({ email }: RequestScope, leakCase: LeakCase, is_done: boolean): MailLinkView {
  return { does: "acknowledge", email, case: summaryOf(leakCase), report: null, is_done };
}

/** Ends the mails, or the report, of a link's reader. @throws ProblemError forbidden for a link that is unknown */
export async function unsubscribeByLink(deps: Deps, token: string, requestId: string): Promise<void> {
  const link = linkOf(deps, token);
  if (link.does === "end_report") {
    const { user_id: userId, email } = await recipientOf(deps, link);
    const who = { userId, email, requestId, at: deps.clock() };
    await deps.connections.accounts.transaction().execute((tx) => endForRecipient(tx, who, link.recipient));
    return;
  }
  if (link.does !== "unsubscribe") throw unknownLink();
  const user = await userOf(deps, link);
  const before = settingsOf(user.notifications, user.is_staff);
  if (before.mail === "off") return;
  const who = { userId: link.user, organizationId: null, email: user.email, requestId, at: deps.clock() };
  await changePreferences(deps.connections, who, { notifications: { ...before, mail: "off" } });
}

function linkOf({ secret }: Deps, token: string): MailLink {
  const link = readLink(token, secret);
  if (link === null) throw unknownLink();
  return link;
}

async function userOf({ connections }: Deps, { user }: UnsubscribeLink) {
  const found = await queryRow(connections.accounts, UserRow)`
    select email, staff_role is not null as is_staff, preferences -> 'notifications' as notifications
    from users where id = ${user} and deleted_at is null`;
  if (found === undefined) throw unknownLink();
  return found;
}

const RecipientRow = z.object({
  user_id: z.int().nullable(),
  email: z.string(),
  kind: z.enum(reportKinds),
  is_over: z.boolean(),
});

async function recipientOf({ connections }: Deps, { recipient }: EndReportLink) {
  const found = await queryRow(connections.accounts, RecipientRow)`
    select recipient.user_id, coalesce(recipient.address, person.email) as email, one.kind,
      recipient.ended_at is not null or one.ended_at is not null as is_over
    from report_recipients recipient
    join report_subscriptions one on one.id = recipient.subscription_id
    left join users person on person.id = recipient.user_id
    where recipient.id = ${recipient} and person.deleted_at is null`;
  if (found === undefined) throw unknownLink();
  return found;
}

/** @throws ProblemError forbidden where the link has ended or its reader may not report about the case */
async function acknowledgeable(
  { connections, clock }: Deps,
  link: AcknowledgeLink,
): Promise<{ scope: RequestScope; leakCase: LeakCase }> {
  if (link.until <= clock()) {
    throw new ProblemError("forbidden", text`This link has expired. Sign in to acknowledge the leak.`);
  }
  const owner = await queryRow(connections.accounts, OwnerRow)`
    select organization_id from properties where id = ${link.property}`;
  const scope = await scopeOfUser(connections, link.user, owner?.organization_id ?? null).catch((error: unknown) => {
    if (error instanceof ProblemError) return null;
    throw error;
  });
  if (
    scope === null ||
    !scope.propertyIds.includes(link.property) ||
    !scope.permissions.includes("reporting.view_property_data_report")
  ) {
    throw new ProblemError("forbidden", text`You may not see this property any more. Ask your administrator.`);
  }
  const leakCase = await inScope(connections.app, scope, (tx) => readCase(scope, tx, link.case, clock)).catch(
    (error: unknown) => {
      if (error instanceof ProblemError && error.code === "not_found") return null;
      throw error;
    },
  );
  if (leakCase === null)
    throw new ProblemError("forbidden", text`This leak is not there any more. There is nothing to do.`);
  return { scope, leakCase };
}

function summaryOf(leakCase: LeakCase): MailLinkView["case"] {
  const { id, property_name, building_name, unit_name, leak_type, state, started_at, time_zone } = leakCase;
  return { id, property_name, building_name, unit_name, leak_type, state, started_at, time_zone };
}

function unknownLink(): ProblemError {
  return new ProblemError("forbidden", text`This link is not known. Open the whole link of the mail.`);
}
