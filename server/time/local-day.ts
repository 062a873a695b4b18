import { Temporal } from "temporal-polyfill";
import { DAY_MS, HOUR_MS } from "./durations.ts";

/** A local calendar day of a time zone. */
export interface LocalDay {
  /** Days since 1970-01-01. */
  day: number;
  /** Instant of local midnight (of the first moment of the day, where midnight does not exist). */
  startsAt: number;
  /** Instant at which the next day begins. */
  endsAt: number;
  /** Length in hour slots: 23, 24 or 25. A remainder of half an hour counts as a slot. */
  hours: number;
}

const zones = new Map<string, Map<number, LocalDay>>();

/** The local day with this number in this zone. Throws RangeError for a zone that does not exist. */
export function localDay(timeZone: string, day: number): LocalDay {
  let days = zones.get(timeZone);
  if (days === undefined) {
    days = new Map();
    zones.set(timeZone, days);
  }
  let found = days.get(day);
  if (found === undefined) {
    const startsAt = midnight(timeZone, day);
    const endsAt = midnight(timeZone, day + 1);
    found = { day, startsAt, endsAt, hours: Math.ceil((endsAt - startsAt) / HOUR_MS) };
    days.set(day, found);
  }
  return found;
}

/** The local day in which an instant (milliseconds since the epoch) lies. */
export function localDayAt(timeZone: string, at: number): LocalDay {
  // No zone is further than a day from UTC, so the right day is this one or a neighbour.
  const estimate = Math.floor(at / DAY_MS);
  const day = localDay(timeZone, estimate);
  if (at < day.startsAt) return localDay(timeZone, estimate - 1);
  const next = localDay(timeZone, estimate + 1);
  return at < next.startsAt ? day : next;
}

const texts = new Map<number, string>();

/** `yyyy-MM-dd` of a day number. */
export function dayText(day: number): string {
  let text = texts.get(day);
  if (text === undefined) {
    text = new Date(day * DAY_MS).toISOString().slice(0, 10);
    texts.set(day, text);
  }
  return text;
}

/** The day number of `yyyy-MM-dd`. */
export function dayNumber(text: string): number {
  return Math.round(Date.parse(`${text}T00:00:00Z`) / DAY_MS);
}

/** Whether the runtime knows this IANA zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    midnight(timeZone, 0);
    return true;
  } catch {
    return false;
  }
}

function midnight(timeZone: string, day: number): number {
  const date = Temporal.PlainDate.from("1970-01-01").add({ days: day });
  return date.toZonedDateTime({ timeZone }).epochMilliseconds;
}
