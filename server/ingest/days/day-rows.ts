import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { numbers, numbersOrNulls, queryRows } from "../../database/query-rows.ts";
import { arrayText } from "../../metering/days/array-text.ts";
import { packedUntilOf, unpackMonths } from "../../packed-months/unpack-months.ts";
import { Lump } from "../../readings/meter-day.ts";
import { dayText } from "../../time/local-day.ts";
import type { Interval } from "./day-intervals.ts";
import type { StoredDay } from "./merge-day.ts";

const InsertedDay = z.object({ meter_id: z.int(), day: z.string() });

/** One meter's local day (days since 1970). */
export interface DayKey {
  meterId: number;
  day: number;
}

const Row = z.object({
  meter_id: z.int(),
  day: z.string(),
  hours: z.int(),
  gallons: numbersOrNulls.nullable(),
  flow_time: numbersOrNulls.nullable(),
  events: numbersOrNulls.nullable(),
  sequences: numbersOrNulls.nullable(),
  classes: numbersOrNulls.nullable(),
  lumps: z.array(Lump).nullable(),
  register_seconds: numbers.nullable(),
  registers: numbers.nullable(),
  register_sequences: numbers.nullable(),
  register_classes: numbers.nullable(),
  interval_seconds: numbers.nullable(),
  interval_minutes: numbers.nullable(),
  interval_gallons: numbers.nullable(),
  interval_flow_time: numbersOrNulls.nullable(),
  interval_events: numbersOrNulls.nullable(),
  interval_sequences: numbers.nullable(),
  interval_classes: numbers.nullable(),
  interval_estimated: numbersOrNulls.nullable(),
  intervals_until: z.int().nullable(),
});
type Row = z.output<typeof Row>;

/** The stored ones of these days by `meterId yyyy-MM-dd`, locked in the order of their keys; packed ones become rows. */
export async function lockDays(tx: Transactional, propertyId: number, keys: DayKey[]): Promise<Map<string, StoredDay>> {
  const days = keys.map((key) => key.day);
  await unpackMonths(tx, propertyId, keys, await packedUntilOf(tx, propertyId));
  const rows = await queryRows(tx, Row)`
    select d.meter_id, d.day, d.hours, d.gallons, d.flow_time, d.events, d.sequences::float8[] as sequences, d.classes,
      d.lumps, d.register_seconds, d.registers::float8[] as registers,
      d.register_sequences::float8[] as register_sequences, d.register_classes, d.interval_seconds, d.interval_minutes,
      d.interval_gallons, d.interval_flow_time, d.interval_events, d.interval_sequences::float8[] as interval_sequences,
      d.interval_classes, d.interval_estimated, d.intervals_until
    from unnest(${keys.map((key) => key.meterId)}::bigint[], ${days.map(dayText)}::date[]) as v (meter_id, day)
    join meter_days d on d.property_id = ${propertyId} and d.meter_id = v.meter_id and d.day = v.day
      and d.day between ${dayText(least(days))}::date and ${dayText(greatest(days))}::date
    order by d.meter_id, d.day
    for update of d`;
  return new Map(
    rows.map((row) => [
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
        registerClasses: row.register_classes,
        intervals: intervalsOf(row),
        intervalEstimated: row.interval_estimated,
        intervalsUntil: row.intervals_until,
      },
    ]),
  );
}

function intervalsOf(row: Row): Interval[] | null {
  return (
    row.interval_seconds?.map((second, i) => ({
      second,
      minutes: row.interval_minutes?.[i] ?? 0,
      gallons: row.interval_gallons?.[i] ?? 0,
      flowTime: row.interval_flow_time?.[i] ?? null,
      events: row.interval_events?.[i] ?? null,
      sequence: row.interval_sequences?.[i] ?? 0,
      class: row.interval_classes?.[i] ?? 0,
    })) ?? null
  );
}

/** Writes the readings of days that have a row. */
export async function updateDays(tx: Transactional, propertyId: number, days: [DayKey, StoredDay][]): Promise<void> {
  await sql`
    update meter_days d set gallons = v.gallons, flow_time = v.flow_time, events = v.events, sequences = v.sequences,
      classes = v.classes, lumps = v.lumps, register_seconds = v.register_seconds, registers = v.registers,
      register_sequences = v.register_sequences, register_classes = v.register_classes,
      interval_seconds = v.interval_seconds, interval_minutes = v.interval_minutes,
      interval_gallons = v.interval_gallons, interval_flow_time = v.interval_flow_time,
      interval_events = v.interval_events, interval_sequences = v.interval_sequences,
      interval_classes = v.interval_classes, interval_estimated = v.interval_estimated,
      intervals_until = v.intervals_until
    from ${unnested(days)}
    where d.property_id = ${propertyId} and d.meter_id = v.meter_id and d.day = v.day
      and d.day between ${firstDay(days)}::date and ${lastDay(days)}::date`.execute(tx);
}

/** Creates rows. @returns those created, as `meterId yyyy-MM-dd`: others had created the rest meanwhile. */
export async function insertDays(
  tx: Transactional,
  propertyId: number,
  days: [DayKey, StoredDay][],
): Promise<Set<string>> {
  const rows = await queryRows(tx, InsertedDay)`
    insert into meter_days (property_id, meter_id, day, hours, gallons, flow_time, events, sequences, classes, lumps,
      register_seconds, registers, register_sequences, register_classes, interval_seconds, interval_minutes,
      interval_gallons, interval_flow_time, interval_events, interval_sequences, interval_classes, interval_estimated,
      intervals_until)
    select ${propertyId}::bigint, v.*
    from ${unnested(days)}
    on conflict do nothing
    returning meter_id, day`;
  return new Set(rows.map((row) => `${row.meter_id} ${row.day}`));
}

/**
 * The days as a row source `v`; arrays travel as text, because unnest would flatten arrays of arrays. They are read here,
 * because a distributed Postgres sets a column to no cast that is not immutable.
 */
function unnested(days: [DayKey, StoredDay][]) {
  const column = (pick: (day: StoredDay) => (number | null)[] | null) => days.map(([, day]) => arrayText(pick(day)));
  const ofIntervals = (pick: (interval: Interval) => number | null, blank?: number | null) =>
    column(({ intervals }) => {
      const values = intervals?.map(pick) ?? null;
      // null where no interval has a value or all are 0: the array's existence must not depend on the order of arrival.
      return blank !== undefined && values?.every((value) => value === blank) ? null : values;
    });
  return sql`(
    select meter_id, day, hours, gallons::int[] as gallons, flow_time::smallint[] as flow_time,
      events::smallint[] as events, sequences::bigint[] as sequences, classes::smallint[] as classes,
      lumps::jsonb as lumps, register_seconds::int[] as register_seconds, registers::bigint[] as registers,
      register_sequences::bigint[] as register_sequences, register_classes::smallint[] as register_classes,
      interval_seconds::int[] as interval_seconds, interval_minutes::smallint[] as interval_minutes,
      interval_gallons::int[] as interval_gallons, interval_flow_time::real[] as interval_flow_time,
      interval_events::smallint[] as interval_events, interval_sequences::bigint[] as interval_sequences,
      interval_classes::smallint[] as interval_classes, interval_estimated::int[] as interval_estimated, intervals_until
    from unnest(
      ${days.map(([key]) => key.meterId)}::bigint[], ${days.map(([key]) => dayText(key.day))}::date[],
      ${days.map(([, day]) => day.hours)}::smallint[], ${column((day) => day.gallons)}::text[],
      ${column((day) => day.flowTime)}::text[], ${column((day) => day.events)}::text[],
      ${column((day) => day.sequences)}::text[], ${column((day) => day.classes)}::text[],
      ${days.map(([, day]) => (day.lumps === null ? null : JSON.stringify(day.lumps)))}::text[],
      ${column((day) => day.registerSeconds)}::text[], ${column((day) => day.registers)}::text[],
      ${column((day) => day.registerSequences)}::text[], ${column((day) => day.registerClasses)}::text[],
      ${ofIntervals(({ second }) => second)}::text[], ${ofIntervals(({ minutes }) => minutes)}::text[],
      ${ofIntervals(({ gallons }) => gallons)}::text[], ${ofIntervals(({ flowTime }) => flowTime, null)}::text[],
      ${ofIntervals(({ events }) => events, null)}::text[], ${ofIntervals(({ sequence }) => sequence, 0)}::text[],
      ${ofIntervals((interval) => interval.class, 0)}::text[], ${column((day) => day.intervalEstimated)}::text[],
      ${days.map(([, day]) => day.intervalsUntil)}::int[]
    ) as sent (meter_id, day, hours, gallons, flow_time, events, sequences, classes, lumps, register_seconds, registers,
      register_sequences, register_classes, interval_seconds, interval_minutes, interval_gallons, interval_flow_time,
      interval_events, interval_sequences, interval_classes, interval_estimated, intervals_until)
    offset 0
  ) v`;
}

const firstDay = (days: [DayKey, StoredDay][]) => dayText(least(days.map(([key]) => key.day)));
const lastDay = (days: [DayKey, StoredDay][]) => dayText(greatest(days.map(([key]) => key.day)));

function least(values: number[]): number {
  return values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
}

function greatest(values: number[]): number {
  return values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}
