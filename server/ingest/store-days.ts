import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import type { Lump } from "../database/types.ts";
import { arrayText } from "../metering/array-text.ts";
import { dayText } from "../metering/local-day.ts";
import { type DayValue, emptyDay, mergeValue, type StoredDay, type Verdict } from "./merge-day.ts";

/** New values of one meter for one local day (days since 1970). */
export interface DayBundle {
  meterId: number;
  day: number;
  hours: number;
  values: DayValue[];
}

/** What became of a bundle: a verdict for each of its values, in their order. */
export interface StoredBundle {
  bundle: DayBundle;
  verdicts: Verdict[];
}

interface Row {
  meter_id: number;
  day: string;
  hours: number;
  gallons: (number | null)[] | null;
  flow_time: (number | null)[] | null;
  events: (number | null)[] | null;
  sequences: (number | null)[] | null;
  classes: (number | null)[] | null;
  lumps: Lump[] | null;
  register_seconds: number[] | null;
  registers: number[] | null;
  register_sequences: number[] | null;
}

/**
 * Merges bundles into the stored days under row locks, in the order of their keys so that two senders never wait for
 * each other in a circle. Each (meter, day) stands in one bundle.
 */
export async function storeDays(tx: Transactional, propertyId: number, bundles: DayBundle[]): Promise<StoredBundle[]> {
  const sorted = bundles.toSorted((a, b) => a.meterId - b.meterId || a.day - b.day);
  const done: StoredBundle[] = [];
  let open = sorted;
  while (open.length > 0) {
    const stored = await lockDays(tx, propertyId, open);
    const updates: [DayBundle, StoredDay][] = [];
    const inserts: [DayBundle, StoredDay, StoredBundle][] = [];
    for (const bundle of open) {
      const before = stored.get(`${bundle.meterId} ${dayText(bundle.day)}`);
      const day = before ?? emptyDay(bundle.hours);
      const result = { bundle, verdicts: bundle.values.map((value) => mergeValue(day, value)) };
      if (before === undefined) {
        inserts.push([bundle, day, result]);
        continue;
      }
      done.push(result);
      if (result.verdicts.some((verdict) => verdict.result === "new")) updates.push([bundle, day]);
    }
    if (updates.length > 0) await updateDays(tx, propertyId, updates);
    const written = inserts.length > 0 ? await insertDays(tx, propertyId, inserts) : new Set<string>();
    // A day that somebody else began meanwhile is there now: merged in the next round.
    open = [];
    for (const [bundle, , result] of inserts) {
      if (written.has(`${bundle.meterId} ${dayText(bundle.day)}`)) done.push(result);
      else open.push(bundle);
    }
  }
  return done;
}

async function lockDays(tx: Transactional, propertyId: number, bundles: DayBundle[]): Promise<Map<string, StoredDay>> {
  const days = bundles.map((bundle) => bundle.day);
  const rows = await sql<Row>`
    select d.meter_id, d.day, d.hours, d.gallons, d.flow_time, d.events, d.sequences::float8[] as sequences, d.classes,
      d.lumps, d.register_seconds, d.registers::float8[] as registers,
      d.register_sequences::float8[] as register_sequences
    from unnest(${bundles.map((bundle) => bundle.meterId)}::bigint[], ${days.map(dayText)}::date[]) as v (meter_id, day)
    join meter_days d on d.property_id = ${propertyId} and d.meter_id = v.meter_id and d.day = v.day
      and d.day between ${dayText(least(days))}::date and ${dayText(greatest(days))}::date
    order by d.meter_id, d.day
    for update of d`.execute(tx);
  return new Map(
    rows.rows.map((row) => [
      `${row.meter_id} ${row.day}`,
      {
        hours: row.hours,
        gallons: row.gallons,
        flowTime: row.flow_time,
        events: row.events,
        sequences: row.sequences,
        classes: row.classes,
        lumps: row.lumps,
        registerSeconds: row.register_seconds,
        registers: row.registers,
        registerSequences: row.register_sequences,
      },
    ]),
  );
}

async function updateDays(tx: Transactional, propertyId: number, days: [DayBundle, StoredDay][]): Promise<void> {
  await sql`
    update meter_days d set gallons = v.gallons::int[], flow_time = v.flow_time::smallint[],
      events = v.events::smallint[], sequences = v.sequences::bigint[], classes = v.classes::smallint[],
      lumps = v.lumps::jsonb, register_seconds = v.register_seconds::int[], registers = v.registers::bigint[],
      register_sequences = v.register_sequences::bigint[]
    from ${unnested(days)}
    where d.property_id = ${propertyId} and d.meter_id = v.meter_id and d.day = v.day
      and d.day between ${firstDay(days)}::date and ${lastDay(days)}::date`.execute(tx);
}

async function insertDays(
  tx: Transactional,
  propertyId: number,
  days: [DayBundle, StoredDay, StoredBundle][],
): Promise<Set<string>> {
  const rows = await sql<{ meter_id: number; day: string }>`
    insert into meter_days (property_id, meter_id, day, hours, gallons, flow_time, events, sequences, classes, lumps,
      register_seconds, registers, register_sequences)
    select ${propertyId}::bigint, v.meter_id, v.day, v.hours, v.gallons::int[], v.flow_time::smallint[],
      v.events::smallint[], v.sequences::bigint[], v.classes::smallint[], v.lumps::jsonb, v.register_seconds::int[],
      v.registers::bigint[], v.register_sequences::bigint[]
    from ${unnested(days.map(([bundle, day]) => [bundle, day]))}
    on conflict do nothing
    returning meter_id, day`.execute(tx);
  return new Set(rows.rows.map((row) => `${row.meter_id} ${row.day}`));
}

/** The days as a row source `v`; arrays travel as text, because unnest would flatten arrays of arrays. */
function unnested(days: [DayBundle, StoredDay][]) {
  const column = (pick: (day: StoredDay) => (number | null)[] | null) => days.map(([, day]) => arrayText(pick(day)));
  return sql`unnest(
      ${days.map(([bundle]) => bundle.meterId)}::bigint[], ${days.map(([bundle]) => dayText(bundle.day))}::date[],
      ${days.map(([, day]) => day.hours)}::smallint[], ${column((day) => day.gallons)}::text[],
      ${column((day) => day.flowTime)}::text[], ${column((day) => day.events)}::text[],
      ${column((day) => day.sequences)}::text[], ${column((day) => day.classes)}::text[],
      ${days.map(([, day]) => (day.lumps === null ? null : JSON.stringify(day.lumps)))}::text[],
      ${column((day) => day.registerSeconds)}::text[], ${column((day) => day.registers)}::text[],
      ${column((day) => day.registerSequences)}::text[]
    ) as v (meter_id, day, hours, gallons, flow_time, events, sequences, classes, lumps, register_seconds, registers,
      register_sequences)`;
}

const firstDay = (days: [DayBundle, StoredDay][]) => dayText(least(days.map(([bundle]) => bundle.day)));
const lastDay = (days: [DayBundle, StoredDay][]) => dayText(greatest(days.map(([bundle]) => bundle.day)));

function least(values: number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function greatest(values: number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}
