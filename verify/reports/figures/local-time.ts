import { Temporal } from "temporal-polyfill";
import { HOUR_MS } from "../../../server/time/durations.ts";
import { localDay } from "../../../server/time/local-day.ts";

/** An instant with the offset of a zone, such as `2026-11-01T01:00:00-04:00`. */
export function withOffset(timeZone: string, at: number): string {
  const text = Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toString({ timeZoneName: "never", smallestUnit: "second" });
  return text;
}

/** The hour on the clock of a zone, such as `01:00`. */
export function onTheClock(timeZone: string, at: number): string {
  return withOffset(timeZone, at).slice(11, 16);
}

/** When an hour of a local day is over: the last of a day that is half an hour too short or too long lasts until the next day. */
export function endOfHour(timeZone: string, day: number, at: number): number {
  return Math.min(at + HOUR_MS, localDay(timeZone, day).endsAt);
}
