import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import { quoted } from "../../contract/files/csv.ts";
import type { Transactional } from "../database/connect.ts";
import { IdRow, queryRows } from "../database/query-rows.ts";
import { Lump } from "../readings/meter-day.ts";
import { HOUR_MS } from "../time/durations.ts";
import { dayNumber, dayText, localDay } from "../time/local-day.ts";

/** The kinds of archive files with their headers, which the import command knows as the format `dripline`. */
export const archiveHeaders = {
  hours: "serial,hour,gallons,flow_time,events,hours,sequence,class\n",
  intervals: "serial,started_at,minutes,gallons,flow_time,events,sequence,class\n",
  registers: "serial,read_at,register_own_unit,sequence,class\n",
};
export type ArchiveKind = keyof typeof archiveHeaders;
export const archiveKinds = ["hours", "intervals", "registers"] as const satisfies ArchiveKind[];

/** Days of a property, by their numbers, the last one not in it. */
export interface Span {
  propertyId: number;
  timeZone: string;
  from: number;
  until: number;
}

/** Meters read at once, so that a month of them takes some megabytes. */
const METERS = 200;

const DayRow = z.object({
  meter_id: z.int(),
  serial_number: z.string(),
  day: z.string(),
  gallons: z.string().nullable(),
  flow_time: z.string().nullable(),
  events: z.string().nullable(),
  sequences: z.string().nullable(),
  classes: z.string().nullable(),
  lumps: z.array(Lump).nullable(),
  register_seconds: z.string().nullable(),
  registers: z.string().nullable(),
  register_sequences: z.string().nullable(),
  register_classes: z.string().nullable(),
  interval_seconds: z.string().nullable(),
  interval_minutes: z.string().nullable(),
  interval_gallons: z.string().nullable(),
  interval_flow_time: z.string().nullable(),
  interval_events: z.string().nullable(),
  interval_sequences: z.string().nullable(),
  interval_classes: z.string().nullable(),
});
type DayRow = z.output<typeof DayRow>;

/** Lines of each kind, and how many. */
export type Lines = Record<ArchiveKind, { text: string; rows: number }>;

/**
 * Every stored value of the days of a span, superseded ones too, as lines that an import reads back
 * to the same. Times are UTC, volumes gallons, registers in their meter's own unit.
 */
export async function* archiveLines(tx: Transactional, span: Span): AsyncGenerator<Lines> {
  const meters = await queryRows(tx, IdRow)`
    select id from meters where property_id = ${span.propertyId} order by id`;
  const ids = meters.map(({ id }) => id);
  const times = new Map<string, string[]>();
  for (let i = 0; i < ids.length; i += METERS) {
    const some = sql`${ids.slice(i, i + METERS)}::bigint[]`;
    const none = () => ({ text: "", rows: 0 });
    const lines: Lines = { hours: none(), intervals: none(), registers: none() };
    await addDays(tx, span, some, lines, times);
    await addSuperseded(tx, span, some, lines);
    if (archiveKinds.some((kind) => lines[kind].rows > 0)) yield lines;
  }
}

async function addDays(
  tx: Transactional,
  { propertyId, timeZone, from, until }: Span,
  meterIds: RawBuilder<unknown>,
  lines: Lines,
  times: Map<string, string[]>,
) {
  const rows = await queryRows(tx, DayRow)`
    select d.meter_id, m.serial_number, d.day, case when m.register_factor is null then d.gallons end::text as gallons,
      d.flow_time::text, d.events::text, d.sequences::text, d.classes::text, d.lumps, d.register_seconds::text,
      d.registers::text, d.register_sequences::text, d.register_classes::text, d.interval_seconds::text,
      d.interval_minutes::text, d.interval_gallons::text, d.interval_flow_time::text, d.interval_events::text,
      d.interval_sequences::text, d.interval_classes::text
    from meter_days d join meters m on m.property_id = d.property_id and m.id = d.meter_id
    where d.property_id = ${propertyId} and d.meter_id = any(${meterIds})
      and d.day >= ${dayText(from)}::date and d.day < ${dayText(until)}::date
      and (d.gallons is not null or d.lumps is not null or d.registers is not null or d.interval_seconds is not null)
    order by d.meter_id, d.day`;
  for (const row of rows) {
    const serial = quoted(row.serial_number);
    const { startsAt } = localDay(timeZone, dayNumber(row.day));
    let hours = times.get(row.day);
    if (hours === undefined) {
      hours = Array.from({ length: 25 }, (_, slot) => timeOf(startsAt + slot * HOUR_MS));
      times.set(row.day, hours);
    }
    if (row.interval_seconds === null) addHours(row, serial, hours, lines);
    else addIntervals(row, serial, startsAt, lines);
    for (const { hour, hours: length, gallons, sequence, class: order } of row.lumps ?? []) {
      const line = `${serial},${hours[hour]},${gallons / 1000},,,${length},${orEmpty(sequence)},${orEmpty(order)}\n`;
      add(lines, "hours", line);
    }
    addRegisters(row, serial, startsAt, lines);
  }
}

function addHours(row: DayRow, serial: string, times: string[], lines: Lines) {
  if (row.gallons === null) return;
  const [gallons, flow, events] = [items(row.gallons), items(row.flow_time), items(row.events)];
  const [sequences, classes] = [items(row.sequences), items(row.classes)];
  let text = "";
  for (let slot = 0; slot < gallons.length; slot++) {
    const value = gallons[slot];
    if (value === undefined || value === "NULL") continue;
    text += `${serial},${times[slot]},${Number(value) / 1000},${known(flow[slot])},${known(events[slot])},,${counter(sequences[slot])},${counter(classes[slot])}\n`;
    lines.hours.rows++;
  }
  lines.hours.text += text;
}

function add(lines: Lines, kind: ArchiveKind, line: string) {
  lines[kind].text += line;
  lines[kind].rows++;
}

/** All values of a day with intervals, those of whole hours too. */
function addIntervals(row: DayRow, serial: string, startsAt: number, lines: Lines) {
  const [seconds, minutes] = [items(row.interval_seconds), items(row.interval_minutes)];
  const [gallons, flow] = [items(row.interval_gallons), items(row.interval_flow_time)];
  const [events, sequences] = [items(row.interval_events), items(row.interval_sequences)];
  const classes = items(row.interval_classes);
  for (const [i, second] of seconds.entries()) {
    const time = timeOf(startsAt + Number(second) * 1000);
    const volume = Number(gallons[i]) / 1000;
    const more = `${known(flow[i])},${known(events[i])},${counter(sequences[i])},${counter(classes[i])}`;
    add(lines, "intervals", `${serial},${time},${minutes[i]},${volume},${more}\n`);
  }
}

function addRegisters(row: DayRow, serial: string, startsAt: number, lines: Lines) {
  const [seconds, registers] = [items(row.register_seconds), items(row.registers)];
  const [sequences, classes] = [items(row.register_sequences), items(row.register_classes)];
  for (const [i, register] of registers.entries()) {
    const time = timeOf(startsAt + Number(seconds[i]) * 1000);
    const line = `${serial},${time},${Number(register) / 1000},${counter(sequences[i])},${counter(classes[i])}\n`;
    add(lines, "registers", line);
  }
}

const SupersededRow = z.object({
  serial_number: z.string(),
  measured_at: z.date(),
  class: z.number(),
  sequence: z.int(),
  gallons: z.int().nullable(),
  flow_time: z.number().nullable(),
  events: z.int().nullable(),
  hours: z.int().nullable(),
  register: z.number().nullable(),
  minutes: z.int().nullable(),
});

async function addSuperseded(tx: Transactional, span: Span, meterIds: RawBuilder<unknown>, lines: Lines) {
  const rows = await queryRows(tx, SupersededRow)`
    select m.serial_number, s.measured_at, s.class, s.sequence, s.gallons, s.flow_time, s.events, s.hours, s.register,
      s.minutes
    from superseded_readings s join meters m on m.property_id = s.property_id and m.id = s.meter_id
    where s.property_id = ${span.propertyId} and s.meter_id = any(${meterIds}) and ${withinSpan(span)}
    order by s.meter_id, s.measured_at, s.class, s.sequence`;
  for (const row of rows) {
    const start = `${quoted(row.serial_number)},${timeOf(row.measured_at.getTime())}`;
    const end = `${orEmpty(row.sequence)},${orEmpty(row.class)}\n`;
    const volume = `${(row.gallons ?? 0) / 1000},${row.flow_time ?? ""},${row.events ?? ""}`;
    const length = row.hours === 1 ? "" : (row.hours ?? "");
    if (row.register !== null) add(lines, "registers", `${start},${row.register / 1000},${end}`);
    else if (row.minutes !== null) add(lines, "intervals", `${start},${row.minutes},${volume},${end}`);
    else add(lines, "hours", `${start},${volume},${length},${end}`);
  }
}

/** The condition that a superseded value `s` is of a day of the span. */
export function withinSpan({ timeZone, from, until }: Span): RawBuilder<unknown> {
  const instant = (day: number) => new Date(localDay(timeZone, day).startsAt).toISOString();
  return sql`s.measured_at >= ${instant(from)}::timestamptz and s.measured_at < ${instant(until)}::timestamptz`;
}

function items(text: string | null): string[] {
  return text === null || text === "{}" ? [] : text.slice(1, -1).split(",");
}

const known = (text: string | undefined) => (text === undefined || text === "NULL" ? "" : text);
const counter = (text: string | undefined) => (text === undefined || text === "NULL" || text === "0" ? "" : text);
const orEmpty = (value: number) => (value === 0 ? "" : String(value));

/** As short as it can be read back: `2026-07-01T05:00Z`. */
function timeOf(at: number): string {
  const text = new Date(at).toISOString();
  return at % 60_000 === 0 ? `${text.slice(0, 16)}Z` : `${text.slice(0, 19)}Z`;
}
