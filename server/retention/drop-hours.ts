import { sql } from "kysely";
import { z } from "zod";
import { type Actor, audit } from "../audit/audit.ts";
import type { Connections, Transactional } from "../database/connect.ts";
import { CountRow, IdRow, queryRow, queryRows } from "../database/query-rows.ts";
import { hasData, newestOf } from "../metering/last-seen/last-seen-day.ts";
import { calculateLastSeenOf } from "../metering/last-seen/meter-status.ts";
import { packedUntilOf, unpackMonths } from "../packed-months/unpack-months.ts";
import { allMeterDays } from "../query/meter-days.ts";
import { Lump } from "../readings/meter-day.ts";
import { HOUR_MS } from "../time/durations.ts";
import { dayNumber, dayText, localDay, localDayAt } from "../time/local-day.ts";
import { type Span, withinSpan } from "./archive-lines.ts";
import { hasHours, hasPackedHours } from "./months.ts";
import { type ArchivedFile, writeArchive } from "./write-archive.ts";

const DayRow = z.object({
  meter_id: z.int(),
  day: z.string(),
  lumps: z.array(Lump),
});

/** What went of one month of a property. */
export interface Dropped {
  propertyId: number;
  /** `yyyy-MM`. */
  month: string;
  /** Days of meters whose hours went. */
  days: number;
  files: ArchivedFile[];
}

/**
 * Archives the hours and registers of a month of a property and drops them, with an audit entry, in one transaction;
 * the days' totals stay.
 * A meter's days stay whole as long as a later volume over several hours reaches back to them.
 * @param hoursFrom number of the first local day whose hours are kept
 * @returns null when there is nothing left to drop
 */
export function dropHours(
  { worker }: Connections,
  span: Span,
  hoursFrom: number,
  archiveDir: string,
  who: Actor,
): Promise<Dropped | null> {
  // In one snapshot: a concurrent change makes it fail with an error, and nothing is lost.
  return worker
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (tx) => {
      await unpackSpan(tx, span);
      const reached = await reachedByLumps(tx, span, hoursFrom);
      const days = await countDays(tx, span, reached);
      if (days === 0) return null;
      const files = await writeArchive(tx, span, archiveDir);
      await noteSilences(tx, span, reached);
      const dropped = await sql`
        update meter_days d set gallons = null, flow_time = null, events = null, sequences = null, classes = null,
          lumps = null, register_seconds = null, registers = null, register_sequences = null, register_classes = null,
          interval_seconds = null, interval_minutes = null, interval_gallons = null, interval_flow_time = null,
          interval_events = null, interval_sequences = null, interval_classes = null, interval_estimated = null,
          intervals_until = null, estimated = null, leak_gallons = null
        where ${whole(span, reached)}`.execute(tx);
      await sql`
        delete from superseded_readings s
        where s.property_id = ${span.propertyId} and ${withinSpan(span)}
          and not exists (select from ${reachedRows(reached)}
            where r.meter_id = s.meter_id and s.measured_at >= r.since)`.execute(tx);
      const count = Number(dropped.numAffectedRows ?? 0);
      if (count !== days) throw new Error(`${days} days were archived, but ${count} would be dropped.`);
      const { propertyId } = span;
      await calculateLastSeenOf(tx, propertyId, sql`last_seen_on < ${dayText(span.until)}::date`);
      const month = dayText(span.from).slice(0, 7);
      const entry = { action: "retention.drop_hours", objectType: "property", objectId: propertyId };
      await audit(tx, who, { ...entry, propertyId, after: { month, days } });
      return { propertyId, month, days, files };
    });
}

/** Makes rows of the packed months of a span, where single days can be changed. */
async function unpackSpan(tx: Transactional, { propertyId, from }: Span): Promise<void> {
  const meters = await queryRows(tx, IdRow)`
    select meter_id as id from packed_months
    where property_id = ${propertyId} and month = ${dayText(from)}::date and ${hasPackedHours}`;
  const keys = meters.map(({ id }) => ({ meterId: id, day: from }));
  await unpackMonths(tx, propertyId, keys, await packedUntilOf(tx, propertyId));
}

/** Meters of whose earlier days a kept volume over several hours needs some, each with the first of them. */
type Reached = Map<number, { day: number; since: number }>;

async function reachedByLumps(tx: Transactional, span: Span, hoursFrom: number): Promise<Reached> {
  const { propertyId, timeZone } = span;
  const rows = await queryRows(tx, DayRow)`
    select meter_id, day, lumps from meter_days
    where property_id = ${propertyId} and day >= ${dayText(span.from)}::date and lumps is not null
    order by meter_id, day desc`;
  const reached: Reached = new Map();
  for (const row of rows) {
    const day = dayNumber(row.day);
    const needed = reached.get(row.meter_id)?.day ?? hoursFrom;
    if (day < needed) continue;
    const { startsAt } = localDay(timeZone, day);
    for (const { hour, hours } of row.lumps) {
      const begin = localDayAt(timeZone, startsAt + (hour - hours + 1) * HOUR_MS);
      const first = reached.get(row.meter_id)?.day ?? hoursFrom;
      if (begin.day < first) reached.set(row.meter_id, { day: begin.day, since: begin.startsAt });
    }
  }
  return reached;
}

function reachedRows(reached: Reached) {
  const all = [...reached.values()];
  return sql`unnest(${[...reached.keys()]}::bigint[], ${all.map(({ day }) => dayText(day))}::date[],
    ${all.map(({ since }) => new Date(since).toISOString())}::timestamptz[]) as r (meter_id, day, since)`;
}

/** The condition that a day `d` of the span still has something to drop and that nothing needs it. */
function whole({ propertyId, from, until }: Span, reached: Reached) {
  return sql`d.property_id = ${propertyId} and d.day >= ${dayText(from)}::date and d.day < ${dayText(until)}::date
    and ${hasHours}
    and not exists (select from ${reachedRows(reached)} where r.meter_id = d.meter_id and d.day >= r.day)`;
}

/**
 * Stores when meters were last seen on days that a gap followed: it cannot be derived from the days' totals, and the
 * days are dropped later.
 */
async function noteSilences(tx: Transactional, span: Span, reached: Reached): Promise<void> {
  await sql`
    insert into device_days as noted (property_id, device, device_id, day, last_seen_at)
    select last.property_id, 'meter', last.meter_id, last.day, last.last_seen_at
    from (
      select d.property_id, d.meter_id, d.day, ${newestOf("d", sql`${span.timeZone}::text`)} as last_seen_at
      from all_meter_days d
      where ${whole(span, reached)} ${allMeterDays.inMonths("d", sql`${dayText(span.from)}::date`, sql`${dayText(span.until - 1)}::date`)}
        and ${hasData("d")}
        and not exists (select from all_meter_days next
          where next.property_id = d.property_id and next.meter_id = d.meter_id and next.day = d.day + 1
            and next.day > ${dayText(span.from)}::date and next.day <= ${dayText(span.until)}::date
            ${allMeterDays.inMonths("next", sql`${dayText(span.from)}::date`, sql`${dayText(span.until)}::date`)} and ${hasData("next")})
    ) last
    where last.last_seen_at is not null
    on conflict (property_id, device, device_id, day) do update
      set last_seen_at = greatest(noted.last_seen_at, excluded.last_seen_at)`.execute(tx);
}

async function countDays(tx: Transactional, span: Span, reached: Reached): Promise<number> {
  const counted = await queryRow(tx, CountRow)`
    select count(*) from meter_days d where ${whole(span, reached)}`;
  return counted?.count ?? 0;
}
