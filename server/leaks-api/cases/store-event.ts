import type { Language } from "../../../contract/display/languages.ts";
import type { CaseEventRequest } from "../../../contract/leaks/cases.ts";
import type { Actor } from "../../audit/audit.ts";
import type { Transactional } from "../../database/connect.ts";
import { IdRow, queryRows } from "../../database/query-rows.ts";
import type { namedRequest } from "../../ingest/batch/idempotency-key.ts";
import type { LeakKind } from "../../leaks/cases/leak-case.ts";

export type NamedRequest = NonNullable<ReturnType<typeof namedRequest>>;

/**
 * A request under a key of its sender, because two may count theirs from 1. A sent key has no blank: this one is apart from all
 * of them, and from those of vendors' links.
 */
export function bySender({ userId }: Actor, named: NamedRequest): NamedRequest {
  return userId === null ? named : { ...named, key: `user ${userId} ${named.key}` };
}

export interface NewEvent {
  propertyId: number;
  place: number;
  cause: LeakKind;
  at: Date;
  /** While the case ran: `at`, or when it was last seen to run where that is earlier. */
  aboutAt: Date;
  event: CaseEventRequest;
  /** Of a fix: the repair marks that show it in lists of leaks. */
  repairIds: number[];
  /** null: the request has no Idempotency-Key. */
  named: NamedRequest | null;
  /** Of an assignment to a vendor. */
  link?: NewLink | undefined;
  /** Of a vendor's report: the assignment whose link it came by. */
  linkEventId?: number | undefined;
}

/** The link of an assignment to a vendor. */
export interface NewLink {
  vendor: string;
  tokenHash: Buffer;
  expiresAt: Date;
  /** Language of the mail with the link. */
  language: Language;
}

/** When an event happened, and no later than its case was last seen to run: a leak whose meter has no data ends then. */
export function within(at: Date, { last_confirmed_at }: { last_confirmed_at: Date }): Date {
  return at < last_confirmed_at ? at : last_confirmed_at;
}

/** Stores an event of a case. @returns its id */
export async function storeEvent(tx: Transactional, who: Actor, made: NewEvent): Promise<number> {
  const { event, named, link } = made;
  const fix = event.kind === "fixed" ? event : undefined;
  const [row] = await queryRows(tx, IdRow)`
    insert into leak_case_events (property_id, place, cause, kind, at, about_at, note, assignee, vendor,
      link_hash, link_expires_at, link_language, link_event_id, finding, cause_code, minutes, cost,
      work_order, reason, until, repair_ids, idempotency_key, body_hash, made_by, made_at)
    values (${made.propertyId}, ${made.place}, ${made.cause}, ${event.kind}, ${made.at}, ${made.aboutAt}, ${event.note},
      ${event.kind === "assigned" ? event.assignee : null}, ${link?.vendor ?? null}, ${link?.tokenHash ?? null},
      ${link?.expiresAt ?? null}, ${link?.language ?? null}, ${made.linkEventId ?? null}, ${event.kind === "visited" ? event.finding : null},
      ${fix?.cause_code ?? null}, ${fix?.minutes ?? null}, ${fix?.cost ?? null}, ${fix?.work_order ?? ""},
      ${event.kind === "not_a_leak" ? event.reason : null}, ${event.kind === "snoozed" ? event.until : null}::date, ${made.repairIds}::bigint[],
      ${named?.key ?? null},
      ${named?.bodyHash ?? null}, ${who.email}, ${new Date(who.at)})
    returning id`;
  if (row === undefined) throw new Error("An event of a case was not stored.");
  return row.id;
}
