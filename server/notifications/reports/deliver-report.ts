import { sql } from "kysely";
import { atOneInstant, inScope } from "../../database/connect.ts";
import { Text } from "../../problem/text.ts";
import { isAllowed } from "../../query/is-allowed.ts";
import { aboutReport } from "../../report-files/about-report.ts";
import { makeReport } from "../../report-files/make-report.ts";
import {
  addressOf,
  type DeliveryDeps,
  type DueRow,
  drop,
  finish,
  finishSent,
  LEASE_MS,
} from "../messages/due-message.ts";
import { signLink, withoutTokens } from "../messages/links.ts";
import { reasons } from "../messages/reason.ts";
import { changedFigures, keyFigures } from "./key-figures.ts";
import { type ReportToSend, reportOf } from "./recipient.ts";
import { reportMail } from "./report-mail.ts";

/** A report waits until this share of the expected meter-days is in. */
const LEAST_COVERAGE = 0.95;
const WAIT_MS = 15 * 60_000;
/** Larger files are not accepted by many mail servers. */
const LARGEST_FILE = 10 * 1024 * 1024;

/**
 * Delivers a report as its recipient may see it at this moment, once its days are over and enough of its data are in.
 * @throws what the mail server or the database throws: it is tried again
 */
export async function deliverReport(deps: DeliveryDeps, due: DueRow): Promise<void> {
  const { connections, clock, baseUrl } = deps;
  const report = await reportOf(connections, due.id);
  if (report instanceof Text) return drop(deps, due, report);
  const made = await makeFor(deps, report);
  if (made === null) {
    const at = Math.min(clock() + WAIT_MS, report.waitsUntil);
    await finish(deps, due, sql`due_at = ${new Date(at)}, attempts = 0, first_attempt_at = null`);
    return;
  }
  const { file, figures, isComplete } = made;
  const changed = report.corrects === null ? null : changedFigures(report.corrects.figures, figures);
  if (changed?.length === 0) return drop(deps, due, reasons.sameFigures);
  const host = new URL(baseUrl).hostname;
  const token = signLink({ does: "end_report", recipient: report.recipientId }, deps.secret);
  // Stored without its token, which lets its bearer act for the reader.
  const unsubscribe = addressOf(baseUrl, "/unsubscribe#token=…");
  const complete = (part: string) => part.replaceAll(unsubscribe, unsubscribe.replace("…", token));
  const isLeftOut = file.bytes.length > LARGEST_FILE;
  const page = report.hasAccount ? addressOf(baseUrl, pathOf(report)) : null;
  const { subject, text, html } = reportMail({ kind: report.kind, made: file, changed, isLeftOut, page, unsubscribe });
  const leasedUntil = new Date(clock() + LEASE_MS);
  const renewed = await sql`
    with kept as (
      update report_messages set figures = ${isComplete ? JSON.stringify(figures) : null}::jsonb where message_id = ${due.id})
    update messages set leased_until = ${leasedUntil}, address = ${report.email}, subject = ${subject},
      text = ${withoutTokens(text)}, html = ${withoutTokens(html)}
    where id = ${due.id} and sent_at is null and attempts = ${due.attempts} returning id`.execute(connections.accounts);
  // The lease ran out while the file was made, and another sender has it.
  if (renewed.rows.length === 0) return;
  await deps.mailer.send(
    {
      to: report.email,
      subject,
      text: complete(text),
      html: complete(html),
      references: report.corrects === null ? [] : [`${report.corrects.messageId}@${host}`],
      unsubscribe: { page: complete(unsubscribe), oneClick: addressOf(baseUrl, `/v1/unsubscribe?token=${token}`) },
      attachments: isLeftOut ? [] : [{ name: file.name, type: file.type, bytes: file.bytes }],
    },
    `${due.id}@${host}`,
  );
  await finishSent(deps, { ...due, leased_until: leasedUntil });
}

/**
 * Makes the file and its figures of one state of the data.
 * @returns null while it waits for the end of its last day at all of its properties, or for data
 */
async function makeFor({ connections, clock }: DeliveryDeps, report: ReportToSend) {
  const { reader, params, kind, waitsUntil } = report;
  const { scope, release } = await atOneInstant(connections.app, report.scope);
  try {
    return await inScope(connections.app, scope, async (tx) => {
      const made = { scope, tx, connections, clock, reader, params };
      const about = await aboutReport(made);
      const lacksData = about.hasToday || (about.coverage !== null && about.coverage < LEAST_COVERAGE);
      if (clock() < waitsUntil && lacksData) return null;
      const file = await makeReport(kind, made, about);
      return { file, figures: await keyFigures(made, about), isComplete: !about.hasToday };
    });
  } finally {
    await release();
  }
}

/** The page that shows the same figures, of those that the reader may open, in the organization that they are of. */
function pathOf({ kind, scope, params }: ReportToSend): string {
  const { start_date = "", end_date = "", property_id } = params;
  const hasProperty = isAllowed("property", scope);
  const page = {
    "owner report": "/owner-report",
    "portfolio workbook": "/owner-report",
    "leak list": hasProperty ? "/top5-leaks-details" : "/properties",
    "device health": hasProperty ? "/gateway-device-health" : "/portfolio-gateway-device-health",
  }[kind];
  const search = new URLSearchParams(
    kind === "device health" ? { date: end_date } : { period: "custom-date-range", start_date, end_date },
  );
  for (const id of property_id ?? []) search.append("property_id", String(id));
  // Properties say in which organization they are to be opened.
  if (property_id === undefined && scope.currentOrganizationId !== null) {
    search.append("organization_id", String(scope.currentOrganizationId));
  }
  return `${page}?${search}`;
}
