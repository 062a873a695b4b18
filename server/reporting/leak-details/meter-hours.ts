import { sql } from "kysely";
import type { Transactional } from "../../database/connect.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { dayNumber, localDay } from "../../time/local-day.ts";
import type { FoundMeter } from "./find-meter.ts";

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
export interface MeterHours {
  hours: MeterHour[];
  /** Days of which only the totals are left, as the hours were archived; `at`: their last millisecond. */
  archived: { at: number; leaked: number }[];
  /** The first local day whose hours are kept at the property; null: all are. */
  keptFrom: string | null;
}

interface PackedDay {
  day: string;
  hours: number;
  gallons: (number | null)[] | null;
  estimated: (number | null)[] | null;
  covered: number;
  leak_gallons: (number | null)[] | null;
  flow_time: (number | null)[] | null;
  events: (number | null)[] | null;
  leak_total: number;
  is_archived: boolean;
}

/**
 * The hours of the meter's days from `from` up to the end of the period, oldest first; of today only those that have
 * begun at `now`. Days without any row are left out, and those whose hours were archived: they were measured, and would
 * look like missing data.
 */
export async function meterHours(tx: Transactional, meter: FoundMeter, from: string, now: number): Promise<MeterHours> {
  const found = await sql<PackedDay>`
    select day, hours, gallons, estimated, covered, leak_gallons, flow_time, events, leak_total,
      num_nonnulls(gallons, estimated, registers) = 0 and (hours_measured > 0 or estimated_total > 0) as is_archived
    from meter_days
    where property_id = ${meter.place.property_id} and meter_id = ${meter.meterId}
      and day between ${from}::date and ${meter.period.lastDate}::date
    order by day
  `.execute(tx);
  const { timeZone } = meter.period;
  const property = await sql<{ hours_from: string | null }>`
    select hours_from from properties where id = ${meter.place.property_id}`.execute(tx);
  return {
    hours: found.rows
      .filter((day) => !day.is_archived)
      .flatMap((day) => hoursOf(day, timeZone))
      .filter((hour) => hour.startsAt <= now),
    archived: found.rows
      .filter((day) => day.is_archived)
      .map((day) => ({
        at: localDay(timeZone, dayNumber(day.day)).endsAt - 1,
        leaked: day.leak_total,
      })),
    keptFrom: property.rows[0]?.hours_from ?? null,
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
