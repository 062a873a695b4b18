import { Temporal } from "temporal-polyfill";
import { DAY_MS, HOUR_MS } from "../server/metering/meter-day.ts";

/** A calendar day where a property stands. */
export interface LocalDay {
  /** Days since 1970-01-01. */
  day: number;
  /** The instant of local midnight, in milliseconds since the epoch. */
  startsAt: number;
  /** Slots of 60 elapsed minutes: 23, 24 or 25. */
  hours: number;
  /** What the wall clock shows (0 to 23) as each slot begins. */
  clock: readonly number[];
  /** 1 to 12. */
  month: number;
  /** 0 is Sunday. */
  weekday: number;
}

const ordinaryClock: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);
const known = new Map<string, Map<number, LocalDay>>();

function plainDate(day: number): Temporal.PlainDate {
  return Temporal.PlainDate.from({ year: 1970, month: 1, day: 1 }).add({ days: day });
}

function computeLocalDay(timeZone: string, day: number): LocalDay {
  const date = plainDate(day);
  const startsAt = date.toZonedDateTime({ timeZone }).epochMilliseconds;
  const endsAt = date.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds;
  const hours = Math.round((endsAt - startsAt) / HOUR_MS);
  const clock =
    hours === 24
      ? ordinaryClock
      : Array.from(
          { length: hours },
          (_, slot) =>
            Temporal.Instant.fromEpochMilliseconds(startsAt + slot * HOUR_MS).toZonedDateTimeISO(timeZone).hour,
        );
  return { day, startsAt, hours, clock, month: date.month, weekday: (((day + 4) % 7) + 7) % 7 };
}

/** The local day `day` (days since 1970-01-01) of an IANA zone. Throws a RangeError for a zone that does not exist. */
export function localDay(timeZone: string, day: number): LocalDay {
  let days = known.get(timeZone);
  if (days === undefined) {
    days = new Map();
    known.set(timeZone, days);
  }
  let found = days.get(day);
  if (found === undefined) {
    found = computeLocalDay(timeZone, day);
    days.set(day, found);
  }
  return found;
}

/** The local day (days since 1970-01-01) in which an instant (milliseconds since the epoch) lies. */
export function localDayAt(timeZone: string, instant: number): number {
  let day = Math.floor(instant / DAY_MS);
  while (localDay(timeZone, day).startsAt > instant) day -= 1;
  while (localDay(timeZone, day + 1).startsAt <= instant) day += 1;
  return day;
}
