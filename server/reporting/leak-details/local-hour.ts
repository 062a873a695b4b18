import { Temporal } from "temporal-polyfill";
import { DAY_MS, HOUR_MS } from "../../time/durations.ts";
import { localDayAt } from "../../time/local-day.ts";

/** The begin of an hour as people read it: its local time `HH:mm`, and the instant with its offset. */
export interface LocalHour {
  time: string;
  instant: string;
}

/** Offset of the zone, in milliseconds, at the start of each local day looked up so far. */
const offsets = new Map<string, Map<number, number>>();

/**
 * Names the hour that begins at an instant (milliseconds) in a zone. On a day whose clocks change the offset is looked
 * up for every hour; on any other that of midnight holds all day, which is many times cheaper.
 */
export function localHour(timeZone: string, at: number): LocalHour {
  const day = localDayAt(timeZone, at);
  const atMidnight = offsetOnDay(timeZone, day.day, day.startsAt);
  const changes = atMidnight !== offsetOnDay(timeZone, day.day + 1, day.startsAt + day.hours * HOUR_MS);
  const offset = changes ? offsetAt(timeZone, at) : atMidnight;
  const localTime = new Date(at + offset).toISOString();
  return { time: localTime.slice(11, 16), instant: `${localTime.slice(0, 19)}${offsetText(offset)}` };
}

function offsetOnDay(timeZone: string, day: number, startsAt: number): number {
  let days = offsets.get(timeZone);
  if (days === undefined) {
    days = new Map();
    offsets.set(timeZone, days);
  }
  const known = days.get(day);
  if (known !== undefined) return known;
  const offset = offsetAt(timeZone, startsAt);
  days.set(day, offset);
  return offset;
}

function offsetAt(timeZone: string, at: number): number {
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).offsetNanoseconds / 1_000_000;
}

function offsetText(offset: number): string {
  const clock = new Date(Math.abs(offset) % DAY_MS).toISOString().slice(11, 16);
  return `${offset < 0 ? "-" : "+"}${clock}`;
}
