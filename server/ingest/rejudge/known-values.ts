import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRows } from "../../database/query-rows.ts";
import type { Stretch } from "../../metering/inventory/inventory-types.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { localDayAt } from "../../time/local-day.ts";
import { type DayValue, hourValues, type StoredDay, valueOfInterval } from "../days/merge-day.ts";
import { isIn, placedAt } from "../place/place-of-reading.ts";

/** A stored value of a meter, whether it counts or was superseded. */
export const KnownValue = z.object({
  meterId: z.number(),
  kind: z.enum(["hour", "lump", "register", "interval"]),
  /** Milliseconds since the epoch: begin of the hour (of a lump: its last) or interval, or the instant of the register. */
  at: z.number(),
  /** Thousandths of a gallon; of a register: thousandths of the meter's own unit. */
  gallons: z.number(),
  flowTime: z.number().nullable(),
  events: z.number().nullable(),
  hours: z.number(),
  /** Of an interval its length; null: none, as in what was recorded before there were intervals. */
  minutes: z.number().nullable().default(null),
  sequence: z.number(),
  class: z.number(),
});
export type KnownValue = z.output<typeof KnownValue>;

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
  const { day, startsAt } = localDayAt(timeZone, placedAt(value));
  const slot = Math.floor((at - startsAt) / (kind === "register" || kind === "interval" ? 1000 : HOUR_MS));
  return { day, value: { kind, slot, gallons, flowTime, events, hours, minutes, sequence, class: value.class } };
}

const Row = z.object({
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
type Row = z.output<typeof Row>;

/** The superseded values of a meter in a stretch of time. */
export async function supersededIn(
  tx: Transactional,
  propertyId: number,
  meterId: number,
  stretch: Stretch,
): Promise<KnownValue[]> {
  // Intervals begin before their middle, by half an hour at most.
  const from = stretch.from - HOUR_MS;
  const rows = await queryRows(tx, Row)`
    select measured_at, class, sequence, gallons, flow_time, events, hours, register, minutes
    from superseded_readings
    where property_id = ${propertyId} and meter_id = ${meterId}
      and measured_at >= ${new Date(from)} and measured_at < ${new Date(stretch.until)}`;
  const values = rows.map(
    (row): KnownValue => ({
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
    }),
  );
  return values.filter((value) => isIn(value, stretch));
}

function kindOf({ register, hours, minutes }: Row): KnownValue["kind"] {
  if (register !== null) return "register";
  if (minutes !== null) return "interval";
  return (hours ?? 1) > 1 ? "lump" : "hour";
}
