import { sql } from "kysely";
import { z } from "zod";
import type { CaseEventRequest, WholeCase } from "../../../contract/leaks/cases.ts";
import { type Actor, audit } from "../../audit/audit.ts";
import type { Connections, Scope, Transactional } from "../../database/connect.ts";
import { lock } from "../../database/locks.ts";
import { IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import { isDeed } from "../../leaks/cases/case-state.ts";
import { leakKinds } from "../../leaks/cases/leak-case.ts";
import { recalculateCases } from "../../metering/cases/recalculate-cases.ts";
import { growFigures } from "../../metering/roll-up/grow-figures.ts";
import { addToOutbox } from "../../outbox/add-to-outbox.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { Clock } from "../../time/clock.ts";
import { attachPhotos } from "../photos/case-photos.ts";
import { assigneesOf } from "./assignees.ts";
import { readCase } from "./read-case.ts";
import { checkSnooze } from "./snooze.ts";
import { type NamedRequest, type NewLink, storeEvent, within } from "./store-event.ts";
import { tagMeterOf } from "./tag-meter.ts";

/** How far the clock of a phone may be ahead: what happens now would else be in the future. */
const CLOCK_SKEW_MS = 10 * 60_000;

const FoundCase = z.object({
  property_id: z.int(),
  time_zone: z.string(),
  place: z.int(),
  cause: z.enum(leakKinds),
  started_at: z.date(),
  last_confirmed_at: z.date(),
  over_at: z.date().nullable(),
});
type FoundCase = z.output<typeof FoundCase>;
const KnownEvent = z.object({ id: z.int(), body_hash: z.instanceof(Buffer) });

interface Report {
  /** Id of the case. */
  id: number;
  event: CaseEventRequest;
  /** null: the request has no Idempotency-Key. */
  named: NamedRequest | null;
  /** Of an assignment to a vendor, who need not be able to see the property. */
  link?: NewLink;
  /** Of a vendor's report: the assignment whose link it came by. */
  linkEventId?: number;
}

/**
 * Stores what a person reports about a case, and recalculates its state. A fix also marks the meters of the case as repaired
 * in lists of leaks; that it is continuous use is tagged at its meter.
 * @param report an event under its Idempotency-Key is stored once
 * @returns the case as it is then
 * @throws ProblemError not_found for a case that is unknown or out of scope; invalid_fields for an instant in the future or
 *   before the leak, a fix after it was over, or somebody who may not see the property; idempotency_key_reused
 */
export async function addCaseEvent(
  deps: Pick<Connections, "accounts">,
  scope: Scope,
  tx: Transactional,
  who: Actor,
  report: Report,
  clock: Clock,
): Promise<WholeCase> {
  const { id, event, named, link, linkEventId } = report;
  const { property_id: propertyId } = await findCase(scope, tx, id);
  await lock(tx, "propertyFigures", propertyId);
  const found = await findCase(scope, tx, id);
  if (named !== null) {
    const before = await queryRow(tx, KnownEvent)`
      select id, body_hash from leak_case_events where property_id = ${propertyId} and idempotency_key = ${named.key}`;
    if (before !== undefined) {
      if (before.body_hash.equals(named.bodyHash)) return readCase(scope, tx, id, clock);
      throw new ProblemError("idempotency_key_reused", "Use a new Idempotency-Key for another event.");
    }
  }
  if ("last_seen_event_id" in event) await rejectUnseenEvents(scope, tx, who, id, event.last_seen_event_id, clock);
  const at = eventTime(event, found, clock());
  if (event.kind === "snoozed") checkSnooze(event.until, found.time_zone, clock());
  if (event.kind === "assigned" && event.assignee !== null && link === undefined) {
    const { assignee } = event;
    const known = await assigneesOf(deps.accounts, who.email, propertyId);
    if (!known.some(({ email }) => email === assignee)) {
      throw wrongField("assignee", text`No one with this e-mail address can see the property. Choose someone who can.`);
    }
  }
  const repairIds = event.kind === "fixed" ? await markMeters(tx, who, found, id, at, event.note) : [];
  const { place, cause, time_zone: timeZone } = found;
  const aboutAt = within(at, found);
  const stored = { propertyId, place, cause, at, aboutAt, event, repairIds, named, link, linkEventId };
  const eventId = await storeEvent(tx, who, stored);
  if ("photo_ids" in event) await attachPhotos(tx, propertyId, who, eventId, event.photo_ids);
  await recalculateCases(tx, { propertyId, timeZone }, clock(), [place]);
  await growFigures(tx, [propertyId]);
  if (link !== undefined) {
    const mailed = { kind: "vendor assigned", cause: `event ${eventId}`, caseId: id, alertId: null, eventId } as const;
    await addToOutbox(tx, propertyId, [mailed], new Date(who.at));
  }
  await audit(tx, who, {
    action: "leak-case.event",
    propertyId,
    objectType: "leak-case",
    objectId: id,
    after: { event: eventId, ...event, at: at.toISOString(), ...linkOf(report) },
  });
  const whole = await readCase(scope, tx, id, clock);
  if (isDeed(event)) await tagMeterOf(tx, who, whole);
  return whole;
}

/** What the audit log has about a vendor's link. */
function linkOf({ link, linkEventId }: Report): object {
  if (link !== undefined) return { vendor: link.vendor, link_expires_at: link.expiresAt.toISOString() };
  return linkEventId === undefined ? {} : { link_event_id: linkEventId };
}

/** @throws ProblemError not_found */
async function findCase(scope: Scope, tx: Transactional, id: number): Promise<FoundCase> {
  const found = await queryRow(tx, FoundCase)`
    select property_id, time_zone, place, cause, started_at, last_confirmed_at, over_at
    from leak_cases join properties on properties.id = leak_cases.property_id
    where leak_cases.property_id = any(${scope.propertyIds}::bigint[]) and leak_cases.id = ${id}
      and properties.archived_at is null`;
  if (found === undefined) throw new ProblemError("not_found", text`Case not found.`);
  return found;
}

/**
 * Rejects a report on a case about which somebody else has reported more than a note since the person looked at it.
 * @param lastSeen id of the newest event that they had seen; undefined: whatever was reported, theirs is stored
 * @throws ProblemError changed_meanwhile
 */
async function rejectUnseenEvents(
  scope: Scope,
  tx: Transactional,
  who: Actor,
  caseId: number,
  lastSeen: number | undefined,
  clock: Clock,
): Promise<void> {
  if (lastSeen === undefined) return;
  const { events } = await readCase(scope, tx, caseId, clock);
  const newer = events
    .filter(
      ({ id, kind, made_by, undone_at }) =>
        id > lastSeen && kind !== "note" && made_by !== who.email && undone_at === null,
    )
    .at(-1);
  if (newer === undefined) return;
  throw new ProblemError(
    "changed_meanwhile",
    text`${newer.made_by} reported something about this case meanwhile. Look at it, then send yours or discard it.`,
  );
}

function eventTime(event: CaseEventRequest, { started_at, over_at, time_zone }: FoundCase, now: number): Date {
  if (event.kind !== "visited" && event.kind !== "fixed") return new Date(now);
  const reported = Date.parse(event.at ?? "") || now;
  const at = new Date(reported > now && reported <= now + CLOCK_SKEW_MS ? now : reported);
  if (at.getTime() > now) throw wrongField("at", text`This time is in the future. Give when it happened.`);
  if (at < started_at) {
    throw wrongField("at", text`The leak began later, at ${clockText(started_at, time_zone)}. Give a time after that.`);
  }
  if (event.kind === "fixed" && over_at !== null && at > over_at) {
    throw wrongField("at", text`The leak was over at ${clockText(over_at, time_zone)}. Give a time before that.`);
  }
  return at;
}

/** On the property's clock: "2026-01-31 14:00". */
function clockText(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(at);
}

/** Marks the meters of a case whose leak runs or ended last as repaired. @returns the ids of the marks */
async function markMeters(
  tx: Transactional,
  who: Actor,
  { property_id }: FoundCase,
  id: number,
  at: Date,
  note: string,
): Promise<number[]> {
  const rows = await queryRows(tx, IdRow)`
    insert into leak_repairs (property_id, meter_id, repaired_at, note, made_by, made_at)
    select leak_cases.property_id, last.meter_id, ${at}, ${note}, ${who.email}, ${new Date(who.at)}
    from leak_cases
    cross join lateral (
      select part.meter_id, max(coalesce(leaks.ended_at, 'infinity')) as until
      from unnest(meter_ids, leak_starts) as part (meter_id, started_at)
      join leaks on leaks.property_id = leak_cases.property_id and leaks.meter_id = part.meter_id
        and leaks.started_at = part.started_at
      where leaks.started_at <= ${at}
      group by part.meter_id
    ) last
    where leak_cases.property_id = ${property_id} and leak_cases.id = ${id}
      and (last.until = coalesce(leak_cases.ended_at, 'infinity') or last.until >= ${at}
        or last.meter_id = leak_cases.meter_id)
    returning id`;
  return rows.map((row) => row.id);
}

/**
 * Undoes an event of a case, with the repair marks and the tag of a meter that it made; it stays in its history with who undid it.
 * @throws ProblemError not_found for one that is unknown, out of scope or undone already
 */
export async function undoCaseEvent(
  scope: Scope,
  tx: Transactional,
  who: Actor,
  { id, eventId }: { id: number; eventId: number },
  clock: Clock,
): Promise<WholeCase> {
  const { property_id: propertyId } = await findCase(scope, tx, id);
  await lock(tx, "propertyFigures", propertyId);
  const { place, time_zone: timeZone } = await findCase(scope, tx, id);
  const before = await readCase(scope, tx, id, clock);
  const event = before.events.find((one) => one.id === eventId && one.undone_at === null);
  if (event === undefined) throw new ProblemError("not_found", text`Event not found or already undone.`);
  const now = new Date(who.at);
  await sql`
    with undone as (
      update leak_case_events set undone_at = ${now}, undone_by = ${who.email}
      where property_id = ${propertyId} and id = ${eventId}
      returning repair_ids
    )
    update leak_repairs set undone_at = ${now}, undone_by = ${who.email}
    from undone
    where property_id = ${propertyId} and leak_repairs.id = any(undone.repair_ids) and undone_at is null`.execute(tx);
  await recalculateCases(tx, { propertyId, timeZone }, clock(), [place]);
  await growFigures(tx, [propertyId]);
  await audit(tx, who, {
    action: "leak-case.undo",
    propertyId,
    objectType: "leak-case",
    objectId: id,
    before: { event: eventId, kind: event.kind, at: event.at, note: event.note },
  });
  const whole = await readCase(scope, tx, id, clock);
  if (isDeed(event)) await tagMeterOf(tx, who, whole);
  return whole;
}
