import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { HOUR_MS } from "../time/durations.ts";
import { localDayAt } from "../time/local-day.ts";
import { type DayValue, hourValues, type StoredDay, valueOfInterval } from "./merge-day.ts";
import { dayOfInterval } from "./place-of-reading.ts";

/** A stored value of a meter, whether it counts or was superseded. */
export interface KnownValue {
  meterId: number;
  kind: DayValue["kind"];
  /** Milliseconds since the epoch: begin of the hour (of a lump: its last) or interval, or the instant of the register. */
  at: number;
  /** Thousandths of a gallon; of a register: thousandths of the meter's own unit. */
  gallons: number;
  flowTime: number | null;
  events: number | null;
  hours: number;
  /** Of an interval its length; null: none. */
  minutes: number | null;
  sequence: number;
  class: number;
}

/** Identity of a value: two with the same key are the same. */
export function keyOfValue(value: KnownValue): string {
  const { meterId, kind, at, gallons, flowTime, events, hours, minutes, sequence } = value;
  return [meterId, kind, at, gallons, flowTime, events, hours, sequence, value.class, minutes].join(" ");
}

/** The values that count on a day. */
export function valuesOfDay(meterId: number, startsAt: number, day: StoredDay): KnownValue[] {
  const values: KnownValue[] = [];
  const hours = day.intervals === null ? hourValues(day) : day.intervals.map(valueOfInterval);
  for (const { slot, ...value } of hours) {
    values.push({ ...value, meterId, at: startsAt + slot * (value.kind === "hour" ? HOUR_MS : 1000) });
  }
  for (const { hour, ...lump } of day.lumps ?? []) {
    const at = startsAt + hour * HOUR_MS;
    values.push({ ...lump, meterId, kind: "lump", at, flowTime: null, events: null, minutes: null });
  }
  for (const [i, second] of (day.registerSeconds ?? []).entries()) {
    values.push({
      meterId,
      kind: "register",
      at: startsAt + second * 1000,
      gallons: day.registers?.[i] ?? 0,
      flowTime: null,
      events: null,
      hours: 1,
      minutes: null,
      sequence: day.registerSequences?.[i] ?? 0,
      class: day.registerClasses?.[i] ?? 0,
    });
  }
  return values;
}

/** A value as one of its local day. */
export function dayValueOf(value: KnownValue, timeZone: string): { day: number; value: DayValue } {
  const { kind, at, minutes, gallons, flowTime, events, hours, sequence } = value;
  const { day, startsAt } = minutes === null ? localDayAt(timeZone, at) : dayOfInterval(timeZone, at, minutes);
  const slot = Math.floor((at - startsAt) / (kind === "register" || kind === "interval" ? 1000 : HOUR_MS));
  return { day, value: { kind, slot, gallons, flowTime, events, hours, minutes, sequence, class: value.class } };
}

interface Row {
  measured_at: Date;
  class: number;
  sequence: number;
  gallons: number | null;
  flow_time: number | null;
  events: number | null;
  hours: number | null;
  register: number | null;
  minutes: number | null;
}

/** The superseded values of a meter from an instant on to another (exclusive). */
export async function supersededIn(
  tx: Transactional,
  propertyId: number,
  meterId: number,
  from: number,
  until: number,
): Promise<KnownValue[]> {
  const rows = await sql<Row>`
    select measured_at, class, sequence, gallons, flow_time, events, hours, register, minutes
    from superseded_readings
    where property_id = ${propertyId} and meter_id = ${meterId}
      and measured_at >= ${new Date(from)} and measured_at < ${new Date(until)}`.execute(tx);
  return rows.rows.map((row) => ({
    meterId,
    kind: kindOf(row),
    at: row.measured_at.getTime(),
    gallons: row.register ?? row.gallons ?? 0,
    flowTime: row.flow_time,
    events: row.events,
    hours: row.hours ?? 1,
    minutes: row.minutes,
    sequence: row.sequence,
    class: row.class,
  }));
}

function kindOf({ register, hours, minutes }: Row): KnownValue["kind"] {
  if (register !== null) return "register";
  if (minutes !== null) return "interval";
  return (hours ?? 1) > 1 ? "lump" : "hour";
}
