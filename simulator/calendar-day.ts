import { Temporal } from "temporal-polyfill";
import { DAY_MS, HOUR_MS } from "../server/time/durations.ts";
import { type LocalDay, localDay } from "../server/time/local-day.ts";

/** A local day as people live it. */
export interface CalendarDay extends LocalDay {
  /** What the wall clock shows (0 to 23) as each hour slot begins. */
  clock: readonly number[];
  /** 1 to 12. */
  month: number;
  /** 0 is Sunday. */
  weekday: number;
}

const ordinaryClock: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);
const zones = new Map<string, Map<number, CalendarDay>>();

function clockOf(timeZone: string, { startsAt, hours }: LocalDay): readonly number[] {
  if (hours === 24) return ordinaryClock;
  return Array.from({ length: hours }, (_, slot) => {
    const begin = Temporal.Instant.fromEpochMilliseconds(startsAt + slot * HOUR_MS);
    return begin.toZonedDateTimeISO(timeZone).hour;
  });
}

/** The local day `day` (days since 1970-01-01) of an IANA zone. Throws a RangeError for a zone that does not exist. */
export function calendarDay(timeZone: string, day: number): CalendarDay {
  let days = zones.get(timeZone);
  if (days === undefined) {
    days = new Map();
    zones.set(timeZone, days);
  }
  let found = days.get(day);
  if (found === undefined) {
    const date = new Date(day * DAY_MS);
    const local = localDay(timeZone, day);
    found = { ...local, clock: clockOf(timeZone, local), month: date.getUTCMonth() + 1, weekday: date.getUTCDay() };
    days.set(day, found);
  }
  return found;
}
