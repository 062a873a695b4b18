import { sql } from "kysely";
import { z } from "zod";
import { currency } from "../../../contract/accounts/display-settings.ts";
import { type Currency, type Measure, measures } from "../../../contract/display/measures.ts";
import type { CaseEventRequest, WholeCase } from "../../../contract/leaks/cases.ts";
import type { VendorLink } from "../../../contract/leaks/vendor-links.ts";
import { hashToken } from "../../accounts/tokens/secret-token.ts";
import { type Connections, inScope, type Transactional } from "../../database/connect.ts";
import { lock } from "../../database/locks.ts";
import { queryRow } from "../../database/query-rows.ts";
import { namedRequest } from "../../ingest/batch/idempotency-key.ts";
import { ProblemError } from "../../problem/problem.ts";
import { type Text, text } from "../../problem/text.ts";
import type { Clock } from "../../time/clock.ts";
import { dayText, localDayAt } from "../../time/local-day.ts";
import { addCaseEvent } from "./add-event.ts";
import { casesOfPlace, type EventRow, listedEvent, readCase, storedEvents } from "./read-case.ts";

const FoundLink = z.object({ property_id: z.int(), id: z.int(), made_by: z.string() });
const PlaceRow = z.object({
  time_zone: z.string(),
  address: z.string(),
  is_archived: z.boolean(),
  assigned_at: z.date().nullable(),
  organization_id: z.int().nullable(),
  measure: z.enum(measures),
  currency,
  assigned_by: z.string(),
});
const ReportKey = z.object({ idempotency_key: z.string().nullable(), body_hash: z.instanceof(Buffer).nullable() });

/** What the token of a link leads to. */
interface Link {
  propertyId: number;
  /** Id of the assignment that it was made with. */
  id: number;
  timeZone: string;
  /** Of the property; empty: not known. */
  address: string;
  isArchived: boolean;
  /** When the property came to its organization, or out of the archive; null: not known. */
  assignedAt: Date | null;
  /** Of the organization that owns the property now. */
  organizationId: number | null;
  measure: Measure;
  currency: Currency;
  /** Who made it: their name, or their e-mail address. */
  assignedBy: string;
}

/** The assignment of a link and what became of it. */
interface Linked {
  assignment: EventRow;
  /** undefined: it was not used. */
  report: EventRow | undefined;
  /** undefined: the leak is not there any more. */
  whole: WholeCase | undefined;
}

/**
 * What a vendor's link shows: the case until its report is taken, then the report. The token is all that is needed to read it.
 * @throws ProblemError forbidden for a link that is unknown or has ended
 */
export async function readVendorLink(connections: Connections, token: string, clock: Clock): Promise<VendorLink> {
  const link = await findLink(connections, token);
  return inScope(connections.app, scopeOf(link), async (tx) => {
    const linked = await readLinked(tx, link, clock);
    if (linked.report === undefined) rejectEnded(link, linked, clock());
    else rejectExpired(link, linked, clock());
    return viewOf(link, linked);
  });
}

/** A case that a vendor may report about by a link. */
export interface LinkedCase {
  propertyId: number;
  organizationId: number | null;
  currency: Currency;
  /** Author of reports made through the link. */
  author: string;
  view: VendorLink;
  whole: WholeCase;
}

/**
 * The case of a link while it may be reported about.
 * @throws ProblemError forbidden for a link that is unknown or has ended; conflict for one that was used
 */
export async function linkedCase(connections: Connections, token: string, clock: Clock): Promise<LinkedCase> {
  const link = await findLink(connections, token);
  const { propertyId, organizationId, currency } = link;
  // Costs are at the prices of the organization.
  const scope = { ...scopeOf(link), organizationIds: [organizationId ?? []].flat() };
  return inScope(connections.app, scope, async (tx) => {
    const linked = await readLinked(tx, link, clock);
    if (linked.report !== undefined) throw used(link, linked.report);
    const whole = rejectEnded(link, linked, clock());
    return { propertyId, organizationId, currency, author: authorOf(linked), view: viewOf(link, linked), whole };
  });
}

function authorOf({ assignment: { vendor, assignee } }: Linked): string {
  return `${vendor} (${assignee})`;
}

/**
 * Takes the one report of a link, as an event by its vendor.
 * @param sent an event under its Idempotency-Key is stored once
 * @throws ProblemError forbidden for a link that is unknown or has ended; conflict for one that was used; invalid_fields as
 *   addCaseEvent has it; idempotency_key_reused
 */
export async function reportByLink(
  connections: Connections,
  token: string,
  sent: { event: CaseEventRequest; key: string | string[] | undefined; requestId: string },
  clock: Clock,
): Promise<{ propertyId: number; view: VendorLink }> {
  const { event, requestId } = sent;
  const link = await findLink(connections, token);
  const { propertyId } = link;
  const request = namedRequest(sent.key, { link: link.id, event });
  // A key has no blank: it is another than those of the property's people.
  const named = request && { ...request, key: `link ${link.id} ${request.key}` };
  const scope = scopeOf(link);
  const view = await inScope(connections.app, scope, async (tx) => {
    await lock(tx, "propertyFigures", propertyId);
    const linked = await readLinked(tx, link, clock);
    if (linked.report !== undefined) {
      const known = await queryRow(tx, ReportKey)`
        select idempotency_key, body_hash from leak_case_events
        where property_id = ${propertyId} and id = ${linked.report.id}`;
      if (named === null || known?.idempotency_key !== named.key) throw used(link, linked.report);
      if (known.body_hash?.equals(named.bodyHash) === true) return viewOf(link, linked);
      throw new ProblemError("idempotency_key_reused", "Use a new Idempotency-Key for another event.");
    }
    const whole = rejectEnded(link, linked, clock());
    const who = { userId: null, email: authorOf(linked), requestId, at: clock() };
    const report = { id: whole.id, event, named, linkEventId: link.id };
    await addCaseEvent(connections, scope, tx, who, report, clock);
    return viewOf(link, await readLinked(tx, link, clock));
  });
  return { propertyId, view };
}

/** @throws ProblemError forbidden */
async function findLink({ accounts }: Connections, token: string): Promise<Link> {
  const found = await queryRow(accounts, FoundLink)`
    select property_id, id, made_by from leak_case_events where link_hash = ${hashToken(token)}`;
  if (found === undefined) {
    throw new ProblemError("forbidden", text`This link is not known. Open the whole link, or ask for a new one.`);
  }
  const place = await queryRow(accounts, PlaceRow)`
    select properties.time_zone, properties.archived_at is not null as is_archived, assigned_at,
      concat_ws(', ', nullif(street, ''), nullif(city, ''), nullif(trim(state || ' ' || zip_code), '')) as address,
      properties.organization_id, coalesce(organizations.measure, 'gallon') as measure,
      coalesce(organizations.currency, 'USD') as currency,
      coalesce((
        select nullif(trim(first_name || ' ' || last_name), '') from users
        where users.email = lower(${found.made_by}) and deleted_at is null
      ), ${found.made_by}) as assigned_by
    from properties left join organizations on organizations.id = properties.organization_id
    where properties.id = ${found.property_id}`;
  if (place === undefined) throw new Error("The property of a vendor's link is gone.");
  return {
    propertyId: found.property_id,
    id: found.id,
    timeZone: place.time_zone,
    address: place.address,
    isArchived: place.is_archived,
    assignedAt: place.assigned_at,
    organizationId: place.organization_id,
    measure: place.measure,
    currency: place.currency,
    assignedBy: place.assigned_by,
  };
}

function scopeOf({ propertyId }: Link) {
  return { organizationIds: [], propertyIds: [propertyId] };
}

/** @throws ProblemError forbidden for a property that is archived, or was assigned to its organization since */
async function readLinked(tx: Transactional, link: Link, clock: Clock): Promise<Linked> {
  const { propertyId, id } = link;
  if (link.isArchived) {
    throw ended(text`This property was archived. There is nothing to report any more.`);
  }
  const [assignment] = await storedEvents(tx, propertyId, sql`id = ${id}`);
  if (assignment === undefined) throw new Error("The assignment of a vendor's link is gone.");
  if (link.assignedAt !== null && link.assignedAt > assignment.made_at) {
    throw ended(
      text`This property moved to another organization, or was restored, after this link was made. Ask its manager for a new one.`,
    );
  }
  const [report] = await storedEvents(tx, propertyId, sql`link_event_id = ${id}`);
  const caseId = (await casesOfPlace(tx, propertyId, assignment.place))(assignment);
  const whole = caseId === undefined ? undefined : await readCase(scopeOf(link), tx, caseId, clock);
  return { assignment, report, whole };
}

function rejectExpired(link: Link, { assignment }: Linked, now: number): void {
  const until = assignment.link_expires_at ?? new Date(0);
  if (until.getTime() > now) return;
  throw ended(text`This link was valid until ${dayOf(link, until)}. Ask ${link.assignedBy} for a new one.`);
}

/** @returns the case that may be reported about @throws ProblemError forbidden */
function rejectEnded(link: Link, linked: Linked, now: number): WholeCase {
  const { assignment, whole } = linked;
  rejectExpired(link, linked, now);
  if (assignment.undone_at !== null) throw takenBack(link, assignment.undone_at);
  const last = whole?.events.findLast(({ kind, undone_at }) => kind === "assigned" && undone_at === null);
  if (last !== undefined && last.id !== link.id) {
    const { assignee, vendor, made_at } = last;
    if (assignee === null) throw takenBack(link, made_at);
    const day = dayOf(link, made_at);
    if (vendor !== null && assignee === assignment.assignee) {
      throw ended(text`A newer link was made on ${day}. Use that one, or ask ${link.assignedBy} for it.`);
    }
    throw ended(text`This leak was assigned to somebody else on ${day}. Ask ${link.assignedBy} before you go.`);
  }
  if (whole?.state === "not_a_leak") {
    throw ended(
      text`This was marked as not a leak. There is nothing to do; ask ${link.assignedBy} if you are not sure.`,
    );
  }
  if (whole === undefined || whole.over_at !== null) {
    throw ended(text`This leak is over: the meter no longer shows it. If you repaired it, tell ${link.assignedBy}.`);
  }
  return whole;
}

function takenBack(link: Link, at: Date | string): ProblemError {
  return ended(text`This assignment was taken back on ${dayOf(link, at)}. Ask ${link.assignedBy} before you go.`);
}

function used(link: Link, { kind, made_at }: EventRow): ProblemError {
  const what = kind === "fixed" ? text`a fix` : text`a visit`;
  return new ProblemError(
    "conflict",
    text`This link was used on ${dayOf(link, made_at)} to report ${what}. Ask ${link.assignedBy} for a new one.`,
  );
}

function ended(sentence: Text): ProblemError {
  return new ProblemError("forbidden", sentence);
}

/** The local day of an instant: "2026-01-31". */
function dayOf({ timeZone }: Link, at: Date | string): string {
  return dayText(localDayAt(timeZone, new Date(at).getTime()).day);
}

function viewOf(link: Link, { assignment, report, whole }: Linked): VendorLink {
  const shared = {
    vendor: assignment.vendor ?? "",
    assigned_by: link.assignedBy,
    note: assignment.note,
    expires_at: (assignment.link_expires_at ?? assignment.at).toISOString(),
    time_zone: link.timeZone,
  };
  if (report !== undefined || whole === undefined) {
    return { ...shared, case: null, report: report === undefined ? null : listedEvent(report) };
  }
  return { ...shared, case: { ...whole, address: link.address, measure: link.measure }, report: null };
}
