import { sql } from "kysely";
import type { Transactional } from "../database/connect.ts";
import { localDayAt } from "../metering/local-day.ts";
import { HOUR_MS } from "../metering/meter-day.ts";
import type { DayValue, StoredDay } from "./merge-day.ts";

/** A value that is on record for a meter, whether it stands or not. */
export interface KnownValue {
  meterId: number;
  kind: DayValue["kind"];
  /** Milliseconds since the epoch: begin of the hour (of a lump: its last), or the instant of the register. */
  at: number;
  /** Thousandths of a gallon; of a register: thousandths of the meter's own unit. */
  gallons: number;
  flowTime: number | null;
  events: number | null;
  hours: number;
  sequence: number;
  class: number;
}

/** Tells values apart: two that agree in it are the same. */
export function keyOfValue(value: KnownValue): string {
  const { meterId, kind, at, gallons, flowTime, events, hours, sequence } = value;
  return [meterId, kind, at, gallons, flowTime, events, hours, sequence, value.class].join(" ");
}

/** The values that stand on a day. */
export function valuesOfDay(meterId: number, startsAt: number, day: StoredDay): KnownValue[] {
  const values: KnownValue[] = [];
  // The hours of a meter with a register follow from it.
  const hours = day.registers === null ? (day.gallons ?? []) : [];
  for (const [slot, gallons] of hours.entries()) {
    if (gallons === null) continue;
    values.push({
      meterId,
      kind: "hour",
      at: startsAt + slot * HOUR_MS,
      gallons,
      flowTime: day.flowTime?.[slot] ?? null,
      events: day.events?.[slot] ?? null,
      hours: 1,
      sequence: day.sequences?.[slot] ?? 0,
      class: day.classes?.[slot] ?? 0,
    });
  }
  for (const { hour, ...lump } of day.lumps ?? []) {
    values.push({ ...lump, meterId, kind: "lump", at: startsAt + hour * HOUR_MS, flowTime: null, events: null });
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
      sequence: day.registerSequences?.[i] ?? 0,
      class: day.registerClasses?.[i] ?? 0,
    });
  }
  return values;
}

/** A value as one of its local day. */
export function dayValueOf(value: KnownValue, timeZone: string): { day: number; value: DayValue } {
  const { day, startsAt } = localDayAt(timeZone, value.at);
  const slot = Math.floor((value.at - startsAt) / (value.kind === "register" ? 1000 : HOUR_MS));
  const { kind, gallons, flowTime, events, hours, sequence } = value;
  return { day, value: { kind, slot, gallons, flowTime, events, hours, sequence, class: value.class } };
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
}

/** The values of a meter from an instant on to another (exclusive) that are on record beside those that stand. */
export async function supersededIn(
  tx: Transactional,
  propertyId: number,
  meterId: number,
  from: number,
  until: number,
): Promise<KnownValue[]> {
  const rows = await sql<Row>`
    select measured_at, class, sequence, gallons, flow_time, events, hours, register from superseded_readings
    where property_id = ${propertyId} and meter_id = ${meterId}
      and measured_at >= ${new Date(from)} and measured_at < ${new Date(until)}`.execute(tx);
  return rows.rows.map((row) => ({
    meterId,
    kind: row.register !== null ? "register" : (row.hours ?? 1) > 1 ? "lump" : "hour",
    at: row.measured_at.getTime(),
    gallons: row.register ?? row.gallons ?? 0,
    flowTime: row.flow_time,
    events: row.events,
    hours: row.hours ?? 1,
    sequence: row.sequence,
    class: row.class,
  }));
}
