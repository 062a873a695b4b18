import { sql } from "kysely";
import { z } from "zod";
import { numbers, numbersOrNulls } from "../../database/query-rows.ts";
import { asGallons } from "../../query/volume.ts";
import { Lump } from "../../readings/meter-day.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import { type Section, section } from "./section.ts";

const MeterDay = z.object({
  meter_id: z.int(),
  day: z.string(),
  hours: z.int(),
  gallons: numbersOrNulls.nullable(),
  flow_time: numbersOrNulls.nullable(),
  events: numbersOrNulls.nullable(),
  estimated: numbersOrNulls.nullable(),
  leak_gallons: numbersOrNulls.nullable(),
  covered: z.int(),
  lumps: z.array(Lump).nullable(),
  register_seconds: numbers.nullable(),
  registers: z.string().nullable(),
  interval_seconds: numbers.nullable(),
  interval_minutes: numbers.nullable(),
  interval_gallons: numbers.nullable(),
  interval_flow_time: numbersOrNulls.nullable(),
  interval_events: numbersOrNulls.nullable(),
  hours_measured: z.int(),
  gallons_total: z.int().nullable(),
  estimated_total: z.int(),
  leak_total: z.int(),
  flow_total: z.int().nullable(),
  events_total: z.int().nullable(),
});
type MeterDay = z.output<typeof MeterDay>;

/** Days of meters with their hours, from the property's local midnight on. @param timeZone the property's */
export function meterDays(timeZone: string): Section {
  return section(
    "meter_days",
    MeterDay,
    (id) => sql`
      select meter_id, day, hours, gallons, flow_time, events, estimated, leak_gallons, covered, lumps,
        register_seconds, registers::text, interval_seconds, interval_minutes, interval_gallons, interval_flow_time,
        interval_events, hours_measured, gallons_total, estimated_total, leak_total, flow_total,
        events_total
      from all_meter_days where property_id = ${id} order by meter_id, day`,
    (row) => meterDay(row, localDay(timeZone, dayNumber(row.day)).startsAt),
  );
}

function meterDay(row: MeterDay, startsAt: number): object {
  const registers = row.registers === null ? [] : row.registers.slice(1, -1).split(",");
  return {
    meter_id: row.meter_id,
    day: row.day,
    starts_at: new Date(startsAt).toISOString(),
    hours: row.hours,
    gallons: byHour(row.gallons),
    estimated_gallons: byHour(row.estimated),
    leak_gallons: byHour(row.leak_gallons),
    flow_time: row.flow_time,
    events: row.events,
    covered_hours: Array.from({ length: row.hours }, (_, slot) => slot).filter((slot) => row.covered & (1 << slot)),
    lumps: (row.lumps ?? []).map(({ hour, hours, gallons }) => ({ hour, hours, gallons: asGallons(gallons) })),
    registers: registers.map((register, i) => ({
      read_at: new Date(startsAt + (row.register_seconds?.[i] ?? 0) * 1000).toISOString(),
      register: asGallons(Number(register)),
    })),
    intervals: (row.interval_seconds ?? []).map((second, i) => ({
      started_at: new Date(startsAt + second * 1000).toISOString(),
      minutes: row.interval_minutes?.[i] ?? null,
      gallons: asGallons(row.interval_gallons?.[i] ?? null),
      flow_time: row.interval_flow_time?.[i] ?? null,
      events: row.interval_events?.[i] ?? null,
    })),
    hours_measured: row.hours_measured,
    total_gallons: asGallons(row.gallons_total),
    total_estimated_gallons: asGallons(row.estimated_total),
    total_leak_gallons: asGallons(row.leak_total),
    total_flow_time: row.flow_total,
    total_events: row.events_total,
  };
}

function byHour(values: (number | null)[] | null): (number | null)[] | null {
  return values === null ? null : values.map((value) => asGallons(value));
}

const Volumes = z.object({
  gallons: z.int().nullable(),
  estimated: z.int(),
  toilet_leak: z.int(),
  heater_leak: z.int(),
  other_leak: z.int(),
  toilet_gallons: z.int().nullable(),
  heater_gallons: z.int().nullable(),
});
type Volumes = z.output<typeof Volumes>;

const volumes = sql`gallons, estimated, toilet_leak, heater_leak, other_leak, toilet_gallons, heater_gallons`;

function inGallons(row: Volumes): object {
  return {
    gallons: asGallons(row.gallons),
    estimated_gallons: asGallons(row.estimated),
    toilet_leak_gallons: asGallons(row.toilet_leak),
    water_heater_leak_gallons: asGallons(row.heater_leak),
    other_leak_gallons: asGallons(row.other_leak),
    toilet_gallons: asGallons(row.toilet_gallons),
    water_heater_gallons: asGallons(row.heater_gallons),
  };
}

const UnitDay = Volumes.extend({
  unit_id: z.int(),
  day: z.string(),
  is_read: z.boolean(),
  meters_read: z.int(),
  top_meters_read: z.int(),
});

const PropertyDay = Volumes.extend({
  day: z.string(),
  units_read: z.int(),
  meters_read: z.int(),
  top_meters_read: z.int(),
});

/** What the days of meters come to, by unit and for the property. */
export const sumSections = [
  section(
    "unit_days",
    UnitDay,
    (id) => sql`
      select unit_id, day, is_read, meters_read, top_meters_read, ${volumes}
      from unit_days where property_id = ${id} order by unit_id, day`,
    ({ unit_id, day, is_read, meters_read, top_meters_read, ...row }) => ({
      unit_id,
      day,
      is_read,
      meters_read,
      top_meters_read,
      ...inGallons(row),
    }),
  ),
  section(
    "property_days",
    PropertyDay,
    (id) => sql`
      select day, units_read, meters_read, top_meters_read, ${volumes}
      from property_days where property_id = ${id} order by day`,
    ({ day, units_read, meters_read, top_meters_read, ...row }) => ({
      day,
      units_read,
      meters_read,
      top_meters_read,
      ...inGallons(row),
    }),
  ),
];
