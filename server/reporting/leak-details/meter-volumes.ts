import { sql } from "kysely";
import { z } from "zod";
import type { Transactional } from "../../database/connect.ts";
import { queryRow, queryRows } from "../../database/query-rows.ts";
import { allMeterDays } from "../../query/meter-days.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import type { FoundMeter } from "./find-meter.ts";

/** Totals of one local day of a meter; volumes in thousandths of a gallon, null where nothing is known. */
const DayTotals = z.object({
  day: z.string(),
  /** Length of the day in hours. */
  hours: z.int(),
  hours_measured: z.int(),
  hours_with_flow: z.int(),
  gallons_total: z.int().nullable(),
  estimated_total: z.int(),
  leak_total: z.int(),
  /** Minutes; null where the meter does not report them. */
  flow_total: z.int().nullable(),
  events_total: z.int().nullable(),
});
export type DayTotals = z.output<typeof DayTotals>;

/** One hour of a meter; volumes in thousandths of a gallon. */
export interface MeterHour {
  date: string;
  /** Instant at which it begins. */
  startsAt: number;
  /** Measured and caught up; null: neither. A covered hour (its neighbours hold its volume) is 0. */
  gallons: number | null;
  /** The part of it that was spread over hours without data; null: the hour took none. */
  caughtUp: number | null;
  leaked: number;
  /** Minutes; null where the meter does not report them. */
  flowTime: number | null;
  events: number | null;
}

/** What is kept of a meter's hours. */
interface MeterHours {
  hours: MeterHour[];
  /** Days of which only the totals are left, as the hours were archived; `at`: their last millisecond. */
  archived: { at: number; leaked: number }[];
  /** The first local day whose hours are kept at the property; null: all are. */
  keptFrom: string | null;
}

const hourly = z.array(z.int().nullable()).nullable();
const PackedDay = z.object({
  day: z.string(),
  hours: z.int(),
  gallons: hourly,
  estimated: hourly,
  covered: z.int(),
  leak_gallons: hourly,
  flow_time: hourly,
  events: hourly,
  leak_total: z.int(),
  is_archived: z.boolean(),
});
type PackedDay = z.output<typeof PackedDay>;

const HoursFrom = z.object({ hours_from: z.string().nullable() });

/** The meter's days from `from` up to the end of the period, oldest first; days without any row are not among them. */
export function meterDays(tx: Transactional, meter: FoundMeter, from: string): Promise<DayTotals[]> {
  return queryRows(tx, DayTotals)`
    select day, hours, hours_measured, hours_with_flow, gallons_total, estimated_total, leak_total, flow_total,
      events_total
    from all_meter_days
    where property_id = ${meter.place.property_id} and meter_id = ${meter.meterId}
      and day between ${from}::date and ${meter.period.lastDate}::date
      ${allMeterDays.inMonths("all_meter_days", sql`${from}::date`, sql`${meter.period.lastDate}::date`)}
    order by day`;
}

/**
 * The hours of the meter's days from `from` up to the end of the period, oldest first; of today only those that have
 * begun at `now`. Days without any row are left out, and those whose hours were archived: they were measured, and would
 * look like missing data.
 */
export async function meterHours(tx: Transactional, meter: FoundMeter, from: string, now: number): Promise<MeterHours> {
  const days = await queryRows(tx, PackedDay)`
    select day, hours, gallons, estimated, covered, leak_gallons, flow_time, events, leak_total,
      num_nonnulls(gallons, estimated, registers) = 0 and (hours_measured > 0 or estimated_total > 0) as is_archived
    from all_meter_days
    where property_id = ${meter.place.property_id} and meter_id = ${meter.meterId}
      and day between ${from}::date and ${meter.period.lastDate}::date
      ${allMeterDays.inMonths("all_meter_days", sql`${from}::date`, sql`${meter.period.lastDate}::date`)}
    order by day`;
  const { timeZone } = meter.period;
  const kept = await queryRow(tx, HoursFrom)`select hours_from from properties where id = ${meter.place.property_id}`;
  return {
    hours: days
      .filter((day) => !day.is_archived)
      .flatMap((day) => hoursOf(day, timeZone))
      .filter((hour) => hour.startsAt <= now),
    archived: days
      .filter((day) => day.is_archived)
      .map((day) => ({ at: localDay(timeZone, dayNumber(day.day)).endsAt - 1, leaked: day.leak_total })),
    keptFrom: kept?.hours_from ?? null,
  };
}

function hoursOf(day: PackedDay, timeZone: string): MeterHour[] {
  const { startsAt } = localDay(timeZone, dayNumber(day.day));
  return Array.from({ length: day.hours }, (_, slot) => {
    const measured = day.gallons?.[slot] ?? null;
    const caughtUp = day.estimated?.[slot] ?? null;
    const isKnown = measured !== null || caughtUp !== null || (day.covered & (1 << slot)) !== 0;
    return {
      date: day.day,
      startsAt: startsAt + slot * HOUR_MS,
      gallons: isKnown ? (measured ?? 0) + (caughtUp ?? 0) : null,
      caughtUp,
      leaked: day.leak_gallons?.[slot] ?? 0,
      flowTime: day.flow_time?.[slot] ?? null,
      events: day.events?.[slot] ?? null,
    };
  });
}
