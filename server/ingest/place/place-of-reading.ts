import type { Stretch } from "../../metering/inventory/inventory-types.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { type LocalDay, localDayAt } from "../../time/local-day.ts";
import { isWholeHour } from "../days/day-intervals.ts";
import type { DayValue } from "../days/merge-day.ts";
import type { Reading } from "../reading.ts";

/** Where a reading belongs in the days of its property. */
export interface Place {
  /** As what it is stored. */
  kind: DayValue["kind"];
  day: LocalDay;
  /** Hour: index of its slot in the day. Register, interval: second of the day, of an interval below 0 too. */
  slot: number;
  /** The instant of that slot or second. */
  at: number;
  /** Of an interval its length; null: none. */
  minutes: number | null;
}

/**
 * Some devices stamp an hour a few seconds late or early. Less than half of the shortest interval that is taken, so that
 * no two intervals can become one hour.
 */
const HOUR_TOLERANCE_MS = 30_000;

/** The place of a reading; null for one of an hour whose time begins none. */
export function placeOf(timeZone: string, reading: Pick<Reading, "kind" | "at" | "hours" | "minutes">): Place | null {
  const at = Math.floor(reading.at / 1000) * 1000;
  if (reading.kind === "register") {
    const day = localDayAt(timeZone, at);
    return { kind: "register", day, slot: (at - day.startsAt) / 1000, at, minutes: null };
  }
  return reading.minutes === null ? placeOfHour(timeZone, reading) : placeOfInterval(timeZone, at, reading.minutes);
}

function placeOfInterval(timeZone: string, at: number, minutes: number): Place {
  const day = localDayAt(timeZone, placedAt({ at, minutes }));
  const second = (at - day.startsAt) / 1000;
  // The volume of a whole local hour is the same whether sent as an hour or as an interval.
  return isWholeHour({ second, minutes })
    ? { kind: "hour", day, slot: second / 3600, at, minutes: null }
    : { kind: "interval", day, slot: second, at, minutes };
}

function placeOfHour(timeZone: string, { at, hours }: Pick<Reading, "at" | "hours">): Place | null {
  const day = localDayAt(timeZone, at + HOUR_TOLERANCE_MS);
  const sinceMidnight = at + HOUR_TOLERANCE_MS - day.startsAt;
  const slot = Math.floor(sinceMidnight / HOUR_MS);
  if (sinceMidnight % HOUR_MS < 2 * HOUR_TOLERANCE_MS) {
    return { kind: hours > 1 ? "lump" : "hour", day, slot, at: day.startsAt + slot * HOUR_MS, minutes: null };
  }
  // Where local hours begin at half hours of UTC, many devices send those of UTC; and on a day on which clocks move by
  // half an hour, the hours that they show begin half an hour off for part of it.
  const step = (day.endsAt - day.startsAt) % HOUR_MS === 0 ? HOUR_MS : HOUR_MS / 2;
  const begin = Math.round(at / step) * step;
  if (Math.abs(at - begin) > HOUR_TOLERANCE_MS) return null;
  return hours > 1
    ? { kind: "lump", day, slot, at: day.startsAt + slot * HOUR_MS, minutes: null }
    : placeOfInterval(timeZone, begin, 60);
}

/**
 * The instant that decides in which local day or other stretch of time a value is: of an interval, which belongs whole to
 * one, its middle, on the boundary the earlier.
 */
export function placedAt({ at, minutes }: Pick<Place, "at" | "minutes">): number {
  return minutes === null ? at : Math.round(at / 60_000) * 60_000 + minutes * 30_000 - 1;
}

/** Whether the hour (of a lump: its last), interval or instant of a value is in a stretch of time. */
export function isIn(value: Pick<Place, "at" | "minutes">, { from, until }: Stretch): boolean {
  const at = placedAt(value);
  return from <= at && at < until;
}

/** Whether all of a value is in a stretch of time: of a lump, each of its hours. */
export function isWholeIn(value: Pick<Reading, "at" | "minutes" | "hours">, stretch: Stretch): boolean {
  return isIn(value, stretch) && placedAt(value) - (value.hours - 1) * HOUR_MS >= stretch.from;
}
