import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../database/connect.ts";
import { queryRows } from "../database/query-rows.ts";
import type { Leak } from "../leaks/advance.ts";
import type { AttachedTo } from "../readings/meter-day.ts";
import { HOUR_MS } from "../time/durations.ts";
import { noteLastLeaked } from "./cases/last-leaked.ts";
import type { Meter, Service } from "./inventory/inventory-types.ts";

/** The kind of a leak follows from where its meter is installed, never from assumptions about what used the water. */
export function leakKind(point: AttachedTo): "toilet leak" | "water heater" | "other leak" {
  if (point === "Toilet") return "toilet leak";
  return point === "Water Heater" ? "water heater" : "other leak";
}

/**
 * Where a meter was in the hour that began at an instant, as when its leak started: a meter that moved leaves its leaks where they
 * were. The hour in which it moves belongs to its new place.
 */
export function servedAt(meter: Meter, at: number): Service {
  const { unitId, attachedTo } = meter;
  const nowhere = { unitId, attachedTo, pointId: 0, from: at, until: Number.POSITIVE_INFINITY };
  return meter.services.findLast(({ from, until }) => from < at + HOUR_MS && until > at) ?? nowhere;
}

const PlaceRow = z.object({ place: z.int() });

/**
 * Deletes the leaks of meters that opened at an instant or later: from there on they are recalculated.
 * @returns where they were: units, or of meters that belong to none the negatives of their ids
 */
export async function forgetLeaks(
  tx: Transactional,
  propertyId: number,
  since: { meterId: number; at: number }[],
): Promise<number[]> {
  if (since.length === 0) return [];
  const rows = await queryRows(tx, PlaceRow)`
    delete from leaks l
    using unnest(${since.map(({ meterId }) => meterId)}::bigint[],
      ${since.map(({ at }) => new Date(at).toISOString())}::timestamptz[]) as v (meter_id, since)
    where l.property_id = ${propertyId} and l.meter_id = v.meter_id and l.opened_at >= v.since
    returning coalesce(l.unit_id, -l.meter_id) as place`;
  return rows.map(({ place }) => place);
}

/**
 * Ends the leaks of meters that opened before an instant and went on after it, at that instant. For meters that restart
 * there, as the hours before are archived: leaks that continue are detected again.
 */
export async function endLeaks(tx: Transactional, propertyId: number, meterIds: number[], at: number): Promise<void> {
  if (meterIds.length === 0) return;
  const instant = new Date(at).toISOString();
  await sql`
    update leaks set ended_at = ${instant}::timestamptz, unconfirmed = false, last_leaked = null, last_hours = null,
      last_confirmed_at = least(last_confirmed_at, ${instant}::timestamptz)
    where property_id = ${propertyId} and meter_id = any(${meterIds}::bigint[])
      and opened_at < ${instant}::timestamptz and (ended_at is null or ended_at > ${instant}::timestamptz)`.execute(tx);
  await noteLastLeaked(tx, propertyId, meterIds);
}

/**
 * Writes leaks as they are now, after the hours that they follow from.
 * @returns where they are: units, or of meters that belong to none the negatives of their ids
 */
export async function writeLeaks(
  tx: Transactional,
  propertyId: number,
  leaks: { meter: Meter; leak: Leak }[],
): Promise<number[]> {
  // The same leak may occur twice, as of a checkpoint and as of now: the later one counts.
  const latest = new Map(leaks.map((entry) => [`${entry.meter.meterId} ${entry.leak.startedAt}`, entry]));
  const rows = [...latest.values()];
  if (rows.length === 0) return [];
  const services = rows.map(({ meter, leak }) => servedAt(meter, leak.startedAt));
  const instant = (at: number) => new Date(at).toISOString();
  // An ongoing leak without changes is not written; a leak that ended has the figures of its last hours updated.
  await sql`
    insert into leaks (property_id, meter_id, started_at, unit_id, kind, opened_at, last_confirmed_at, ended_at,
      unconfirmed, suspected, rules, confidence, gallons_total, evidence)
    select ${propertyId}::bigint, v.meter_id, v.started_at, v.unit_id, v.kind, v.opened_at, v.last_confirmed_at,
      v.ended_at, v.unconfirmed, v.suspected, v.rules::text[], v.confidence, v.gallons_total, v.evidence::jsonb
    from unnest(
      ${rows.map(({ meter }) => meter.meterId)}::bigint[], ${rows.map(({ leak }) => instant(leak.startedAt))}::timestamptz[],
      ${services.map(({ unitId }) => unitId)}::bigint[], ${services.map(({ attachedTo }) => leakKind(attachedTo))}::text[],
      ${rows.map(({ leak }) => instant(leak.openedAt))}::timestamptz[],
      ${rows.map(({ leak }) => instant(leak.lastConfirmedAt))}::timestamptz[],
      ${rows.map(({ leak }) => (leak.endedAt === null ? null : instant(leak.endedAt)))}::timestamptz[],
      ${rows.map(({ leak }) => leak.unconfirmed)}::boolean[], ${rows.map(({ leak }) => leak.suspected)}::boolean[],
      ${rows.map(({ leak }) => `{${leak.rules.join(",")}}`)}::text[], ${rows.map(({ leak }) => leak.confidence)}::text[],
      ${rows.map(({ leak }) => leak.totalGallons)}::bigint[], ${rows.map(({ leak }) => JSON.stringify(leak.evidence))}::text[]
    ) as v (meter_id, started_at, unit_id, kind, opened_at, last_confirmed_at, ended_at, unconfirmed, suspected, rules,
      confidence, gallons_total, evidence)
    on conflict (property_id, meter_id, started_at) do update set unit_id = excluded.unit_id, kind = excluded.kind,
      opened_at = excluded.opened_at, last_confirmed_at = excluded.last_confirmed_at, ended_at = excluded.ended_at,
      unconfirmed = excluded.unconfirmed, suspected = excluded.suspected, rules = excluded.rules,
      confidence = excluded.confidence, gallons_total = excluded.gallons_total, evidence = excluded.evidence,
      last_leaked = null, last_hours = null
    where excluded.ended_at is not null or (leaks.unit_id, leaks.kind, leaks.opened_at, leaks.last_confirmed_at,
      leaks.ended_at, leaks.unconfirmed, leaks.suspected, leaks.rules, leaks.confidence, leaks.gallons_total,
      leaks.evidence)
      is distinct from (excluded.unit_id, excluded.kind, excluded.opened_at, excluded.last_confirmed_at,
      excluded.ended_at, excluded.unconfirmed, excluded.suspected, excluded.rules, excluded.confidence,
      excluded.gallons_total, excluded.evidence)`.execute(tx);
  const ended = rows.filter(({ leak }) => leak.endedAt !== null && !leak.suspected);
  await noteLastLeaked(tx, propertyId, [...new Set(ended.map(({ meter }) => meter.meterId))]);
  return rows.map(({ meter }, index) => services[index]?.unitId ?? -meter.meterId);
}
