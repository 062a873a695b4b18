import { sql } from "kysely";
import { z } from "zod";
import type { CasePhoto } from "../../../contract/leaks/cases.ts";
import type { Connections, Scope, Transactional } from "../../database/connect.ts";
import { CountRow, IdRow, queryRow, queryRows } from "../../database/query-rows.ts";
import type { NamedRequest } from "../../ingest/batch/idempotency-key.ts";
import { ProblemError, wrongField } from "../../problem/problem.ts";
import { text } from "../../problem/text.ts";
import type { Clock } from "../../time/clock.ts";
import type { Photo } from "./re-encode.ts";

/** For how long a photo may wait for the event to which it belongs. */
const KEPT_MS = 24 * 3_600_000;
/** The most photos of a person that may wait in a property. */
const MAX_WAITING = 50;

const CaseRow = z.object({ property_id: z.int() });
const PhotoRow = z.object({ id: z.int(), width: z.int(), height: z.int(), body_hash: z.instanceof(Buffer).nullable() });
const ImageRow = z.object({ image: z.instanceof(Buffer) });

/** Somebody who sends photos, and when. */
interface Sender {
  email: string;
  at: number;
}

/** The property of a case. @throws ProblemError not_found for a case that is unknown or out of scope */
export async function propertyOfCase(scope: Scope, tx: Transactional, caseId: number): Promise<number> {
  const found = await queryRow(tx, CaseRow)`
    select property_id from leak_cases join properties on properties.id = property_id
    where property_id = any(${scope.propertyIds}::bigint[]) and leak_cases.id = ${caseId} and archived_at is null`;
  if (found === undefined) throw new ProblemError("not_found", text`Case not found.`);
  return found.property_id;
}

/**
 * The photo that a person sent under an Idempotency-Key before; null: none.
 * @throws ProblemError idempotency_key_reused for another file
 */
export async function sentPhoto(
  tx: Transactional,
  propertyId: number,
  who: Sender,
  named: NamedRequest | null,
): Promise<CasePhoto | null> {
  if (named === null) return null;
  const row = await queryRow(tx, PhotoRow)`
    select id, width, height, body_hash from leak_case_photos
    where property_id = ${propertyId} and made_by = ${who.email} and idempotency_key = ${named.key}`;
  if (row === undefined) return null;
  if (!row.body_hash?.equals(named.bodyHash)) {
    throw new ProblemError("idempotency_key_reused", "Use a new Idempotency-Key for another photo.");
  }
  return { id: row.id, width: row.width, height: row.height };
}

/** Deletes photos that no event names, a day after they were sent. */
export async function forgetOldPhotos({ worker }: Pick<Connections, "worker">, clock: Clock): Promise<void> {
  const before = new Date(clock() - KEPT_MS);
  await sql`delete from leak_case_photos where event_id is null and made_at < ${before}`.execute(worker);
}

/**
 * Rejects another photo of a person before it costs anything.
 * @throws ProblemError too_many_requests for too many that wait for an event
 */
export async function rejectTooMany(tx: Transactional, propertyId: number, { email }: Sender): Promise<void> {
  const waiting = await queryRow(tx, CountRow)`
    select count(*) as count from leak_case_photos
    where property_id = ${propertyId} and made_by = ${email} and event_id is null`;
  if (waiting !== undefined && waiting.count >= MAX_WAITING) {
    throw new ProblemError("too_many_requests", text`Too many photos wait for a report. Save the report first.`);
  }
}

/** Stores a photo until an event names it; a day later it is deleted. */
export async function storePhoto(
  tx: Transactional,
  propertyId: number,
  who: Sender,
  photo: Photo,
  named: NamedRequest | null,
): Promise<CasePhoto> {
  const [row] = await queryRows(tx, IdRow)`
    insert into leak_case_photos
      (property_id, content, preview, width, height, idempotency_key, body_hash, made_by, made_at)
    values (${propertyId}, ${photo.content}, ${photo.preview}, ${photo.width}, ${photo.height},
      ${named?.key ?? null}, ${named?.bodyHash ?? null}, ${who.email}, ${new Date(who.at)})
    on conflict (property_id, made_by, idempotency_key) do nothing
    returning id`;
  const stored = row === undefined ? await sentPhoto(tx, propertyId, who, named) : { ...photo, id: row.id };
  if (stored === null) throw new Error("A photo was not stored.");
  return { id: stored.id, width: stored.width, height: stored.height };
}

/**
 * Adds photos that a person sent to an event.
 * @throws ProblemError invalid_fields for one that is unknown, another person's, or of another event
 */
export async function attachPhotos(
  tx: Transactional,
  propertyId: number,
  who: Sender,
  eventId: number,
  photoIds: readonly number[],
): Promise<void> {
  if (photoIds.length === 0) return;
  const rows = await queryRows(tx, IdRow)`
    update leak_case_photos set event_id = ${eventId}
    where property_id = ${propertyId} and id = any(${photoIds}::bigint[]) and made_by = ${who.email}
      and event_id is null
    returning id`;
  if (rows.length < new Set(photoIds).size) {
    throw wrongField("photo_ids", text`A photo of this report is not there any more. Add it again.`);
  }
}

/**
 * A photo of a case as JPEG.
 * @throws ProblemError not_found for one that is unknown, out of scope, or belongs to no event of the case's place
 */
export async function casePhoto(
  scope: Scope,
  tx: Transactional,
  { id, photo_id, size }: { id: number; photo_id: number; size: "full" | "preview" },
): Promise<Buffer> {
  const row = await queryRow(tx, ImageRow)`
    select ${size === "full" ? sql`photo.content` : sql`photo.preview`} as image
    from leak_cases one
    join properties on properties.id = one.property_id and properties.archived_at is null
    join leak_case_events event on event.property_id = one.property_id and event.place = one.place
    join leak_case_photos photo on photo.property_id = event.property_id and photo.event_id = event.id
    where one.property_id = any(${scope.propertyIds}::bigint[]) and one.id = ${id} and photo.id = ${photo_id}`;
  if (row === undefined) throw new ProblemError("not_found", text`Photo not found.`);
  return row.image;
}
