import { Temporal } from "temporal-polyfill";

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
