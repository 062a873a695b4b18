import { z } from "zod";
import { permission } from "../../../contract/accounts/session.ts";
import { languages } from "../../../contract/display/languages.ts";
import { measures } from "../../../contract/display/measures.ts";
import { reportKinds } from "../../../contract/notifications/report-kinds.ts";
import { scopeOfUser } from "../../accounts/authenticate.ts";
import { visiblePlaces } from "../../accounts/places.ts";
import type { Connections } from "../../database/connect.ts";
import { queryRow } from "../../database/query-rows.ts";
import { type Reader, readerOf } from "../../language/reader.ts";
import { ProblemError } from "../../problem/problem.ts";
import type { Text } from "../../problem/text.ts";
import type { RequestScope } from "../../query/request-scope.ts";
import { mayHaveReport } from "../../report-files/make-report.ts";
import type { ReportFor } from "../../report-files/report-for.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { reasons } from "../messages/reason.ts";
import { KeyFigure } from "./key-figures.ts";

const Row = z.object({
  recipient_id: z.int(),
  user_id: z.int().nullable(),
  email: z.string(),
  organization_id: z.int().nullable(),
  kind: z.enum(reportKinds),
  property_ids: z.array(z.int()).nullable(),
  start_date: z.string(),
  end_date: z.string(),
  scheduled_at: z.date(),
  wait_hours: z.int(),
  is_scheduled: z.boolean(),
  language: z.enum(languages),
  measure: z.enum(measures),
  is_over: z.boolean(),
  corrects: z.uuid().nullable(),
  sent_figures: z.array(KeyFigure).nullable(),
  corrected_figures: z.array(KeyFigure).nullable(),
});

/** A report as its recipient may have it now. */
export interface ReportToSend {
  recipientId: number;
  email: string;
  /** Whether the recipient can sign in. */
  hasAccount: boolean;
  kind: (typeof reportKinds)[number];
  scope: RequestScope;
  reader: Reader;
  params: ReportFor["params"];
  /** Until when it waits for data, in milliseconds; one that was requested for now does not wait. */
  waitsUntil: number;
  /** The message that it corrects, and what that printed. */
  corrects: { messageId: string; figures: KeyFigure[] } | null;
  /** What it printed itself, once it was sent. */
  sentFigures: KeyFigure[];
}

/** Reads the report of a message with its recipient's rights at this moment. @returns a sentence when nothing is to be sent */
export async function reportOf(connections: Connections, messageId: string): Promise<ReportToSend | Text> {
  const row = await queryRow(connections.accounts, Row)`
    select recipient.id as recipient_id, recipient.user_id, coalesce(recipient.address, person.email) as email,
      one.organization_id, one.kind, to_jsonb(one.property_ids) as property_ids, report.start_date, report.end_date, report.scheduled_at,
      one.wait_hours, one.rule is not null as is_scheduled, report.corrects,
      report.figures as sent_figures,
      (select figures from report_messages where message_id = report.corrects) as corrected_figures,
      case when person.id is null then one.language
        else coalesce(person.preferences ->> 'language', 'en') end as language,
      case when person.id is null then one.measure
        else coalesce(person.preferences ->> 'measure', organization.measure, 'gallon') end as measure,
      recipient.ended_at is not null or one.ended_at is not null or person.deleted_at is not null as is_over
    from report_messages report
    join report_recipients recipient on recipient.id = report.recipient_id
    join report_subscriptions one on one.id = recipient.subscription_id
    left join users person on person.id = recipient.user_id
    left join organizations organization on organization.id = one.organization_id
    where report.message_id = ${messageId}`;
  if (row === undefined || row.is_over) return reasons.endedReport;
  const { user_id, email, organization_id, kind, property_ids, start_date, end_date } = row;
  const scope =
    user_id === null
      ? await scopeOfAddress(connections, email, organization_id)
      : await scopeOfPerson(connections, user_id, organization_id);
  if (scope === null || !mayHaveReport(kind, scope)) return reasons.lostReport;
  const seen = new Set(scope.propertyIds);
  const places = property_ids?.filter((id) => seen.has(id));
  if ((places ?? scope.propertyIds).length === 0) return reasons.lostProperties;
  return {
    recipientId: row.recipient_id,
    email,
    hasAccount: user_id !== null,
    kind,
    scope,
    reader: readerOf(row),
    params: { start_date, end_date, ...(places === undefined ? {} : { property_id: places }) },
    waitsUntil: row.is_scheduled ? row.scheduled_at.getTime() + row.wait_hours * HOUR_MS : 0,
    corrects: row.corrects === null ? null : { messageId: row.corrects, figures: row.corrected_figures ?? [] },
    sentFigures: row.sent_figures ?? [],
  };
}

async function scopeOfPerson(connections: Connections, userId: number, organizationId: number | null) {
  return scopeOfUser(connections, userId, organizationId).catch((error: unknown) => {
    // They are no member of the organization any more.
    if (error instanceof ProblemError) return null;
    throw error;
  });
}

/** What an administrator granted to an address: the organization's properties; the subscription names which. */
async function scopeOfAddress(
  connections: Connections,
  email: string,
  organizationId: number | null,
): Promise<RequestScope | null> {
  if (organizationId === null) return null;
  return {
    userId: 0,
    email,
    isStaff: false,
    role: null,
    permissions: [...permission.options],
    currentOrganizationId: organizationId,
    ...(await visiblePlaces(connections, { kind: "organization", organizationId })),
  };
}
