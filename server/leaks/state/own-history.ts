import type { LeakSettings } from "../settings/leak-settings.ts";
import type { ByteReader, ByteWriter } from "./bytes.ts";
import type { OwnHistory } from "./leak.ts";
import { meanOfHour, shareWithin, usualHigh } from "./own-profile.ts";

/** 28 days count; seven more are kept because a leak detected late removes the days since its start. */
export const KEPT_DAYS = 35;
const HOURS = 24;
/** A day on which the longest dry spell of the days up to it was not calculated. */
export const NO_REST_SEEN = 255;

/** An hour of so many thousandths of a gallon makes a day one on which water was used: a flush of a toilet. */
const USED = 1200;

/** What is kept of a leak-free day beside its hours. Volumes in thousandths of a gallon. */
const columns = [
  /** The lowest hour. */
  "lowest",
  /** The highest that the lowest hour of a floor window came to on the day. */
  "highestLowest",
  /** The longest run of hours with water that ended on the day. */
  "longestRun",
  /** The highest that the lower of two hours in a row came to. */
  "highestTwoHours",
  "highestHour",
  /** The shortest that the longest dry spell of three days came to, in hours; 255 where it was not calculated. */
  "shortestRest",
  /** One more than the lowest hour between two and five; 0 where those were not measured. */
  "night",
] as const;
export type OwnDay = Record<(typeof columns)[number], number>;

/**
 * Summaries of a meter's leak-free days, oldest first. A day is in it when at least 18 of its hours are measured, one of
 * them between 00:00 and 06:00, and no leak ran on it. Of a meter that is read now and then up to four days make one.
 */
export interface OwnDays extends Record<(typeof columns)[number], Int32Array> {
  /** Whether they are as stored: then they need not be written. No part of the encoding. */
  isStored: boolean;
  count: number;
  /** Number of the hour after the day's last. */
  end: Int32Array;
  /** The hours of each day, a byte each: see profileCode. */
  profile: Uint8Array;
}

export function newOwnDays(): OwnDays {
  const block = new ArrayBuffer(KEPT_DAYS * (4 * (columns.length + 1) + HOURS));
  const column = (number: number) => new Int32Array(block, number * KEPT_DAYS * 4, KEPT_DAYS);
  return {
    isStored: false,
    count: 0,
    lowest: column(0),
    highestLowest: column(1),
    longestRun: column(2),
    highestTwoHours: column(3),
    highestHour: column(4),
    shortestRest: column(5),
    night: column(6),
    end: column(7),
    profile: new Uint8Array(block, 8 * KEPT_DAYS * 4),
  };
}

export function addOwnDay(days: OwnDays, end: number, day: OwnDay, profile: Uint8Array): void {
  days.isStored = false;
  if (days.count === KEPT_DAYS) {
    days.count--;
    days.end.copyWithin(0, 1);
    for (const column of columns) days[column].copyWithin(0, 1);
    days.profile.copyWithin(0, HOURS);
  }
  const row = days.count++;
  days.end[row] = end;
  for (const column of columns) days[column][row] = day[column];
  days.profile.set(profile, row * HOURS);
}

/** Takes out the days that end after the hour in which a leak turned out to have begun. */
export function removeOwnDaysSince(days: OwnDays, leakStart: number): void {
  const count = countBefore(days, leakStart);
  if (count < days.count) days.isStored = false;
  days.count = count;
}

/** Whether the days suffice as a history for something that begins at the given hour. */
export function hasOwnHistory(days: OwnDays, before: number, settings: LeakSettings): boolean {
  return days.count >= settings.ownDaysNeeded && (days.end[settings.ownDaysNeeded - 1] ?? 0) <= before;
}

/**
 * The meter's own history as it stood before an hour: its last 28 leak-free days that were over by then, null when there
 * are fewer than 7. A window is never held against days that it reaches into, or a slowly growing leak would be compared
 * with its own beginning.
 */
export function ownHistoryBefore(days: OwnDays, before: number, settings: LeakSettings): OwnHistory | null {
  if (!hasOwnHistory(days, before, settings)) return null;
  const until = countBefore(days, before);
  const from = Math.max(0, until - settings.ownDays);
  const nights = days.night.slice(from, until).filter((night) => night > 0);
  const rests = days.shortestRest.slice(from, until).filter((rest) => rest !== NO_REST_SEEN);
  return {
    days: until - from,
    usualLowest: median(days.lowest.slice(from, until)),
    highestLowest: highestTwo(days.highestLowest, from, until).highest,
    repeatedRun: highestTwo(days.longestRun, from, until).second,
    repeatedTwoHours: highestTwo(days.highestTwoHours, from, until).second,
    repeatedHour: highestTwo(days.highestHour, from, until).second,
    usualRest: rests.length === 0 ? null : median(rests),
    usualNight: nights.length === 0 ? null : median(nights) - 1,
  };
}

/** The median of the daily lowest hours, in thousandths of a gallon; 0 with too few days. */
export function usualLowestOf(days: OwnDays, settings: LeakSettings): number {
  if (days.count < settings.ownDaysNeeded) return 0;
  return median(days.lowest.slice(Math.max(0, days.count - settings.ownDays), days.count));
}

/** The meter's own mean of an hour of the day, in thousandths of a gallon; null with too few days before the hour numbered `before`. */
export function ownMean(days: OwnDays, before: number, hourOfDay: number, settings: LeakSettings): number | null {
  if (!hasOwnHistory(days, before, settings)) return null;
  const until = countBefore(days, before);
  return meanOfHour(days.profile, Math.max(0, until - settings.ownDays), until, hourOfDay);
}

/**
 * What the meter's own hours at that time of day stay below on a share of the days, in thousandths of a gallon; 0 with too
 * few days before the hour numbered `before`.
 */
export function ownHigh(
  days: OwnDays,
  before: number,
  hourOfDay: number,
  share: number,
  settings: LeakSettings,
): number {
  if (!hasOwnHistory(days, before, settings)) return 0;
  const until = countBefore(days, before);
  return usualHigh(days.profile, Math.max(0, until - settings.ownDays), until, hourOfDay, share);
}

/** On which part of the days that hour lay in a range of thousandths of a gallon, its end excluded; 0 without a day. */
export function ownShareWithin(
  days: OwnDays,
  before: number,
  hourOfDay: number,
  range: { from: number; to: number },
  settings: LeakSettings,
): number {
  const until = countBefore(days, before);
  return shareWithin(days.profile, Math.max(0, until - settings.ownDays), until, hourOfDay, range);
}

/** Whether water was used on as many of the days as make a history: an empty home says nothing of how people live. */
export function hasUsedHistory(days: OwnDays, before: number, settings: LeakSettings): boolean {
  if (!hasOwnHistory(days, before, settings)) return false;
  const until = countBefore(days, before);
  let used = 0;
  for (let row = Math.max(0, until - settings.ownDays); row < until; row++)
    if ((days.highestHour[row] ?? 0) >= USED) used++;
  return used >= settings.oftenDaysNeeded;
}

function countBefore(days: OwnDays, hour: number): number {
  let count = days.count;
  while (count > 0 && (days.end[count - 1] ?? 0) > hour) count--;
  return count;
}

function highestTwo(values: Int32Array, from: number, until: number): { highest: number; second: number } {
  let highest = 0;
  let second = 0;
  for (let row = from; row < until; row++) {
    const value = values[row] ?? 0;
    second = Math.max(second, Math.min(value, highest));
    highest = Math.max(highest, value);
  }
  return { highest, second };
}

/** The lower one of the two middle values where their number is even: the usual is a value that was measured. */
function median(values: Int32Array): number {
  return values.sort()[(values.length - 1) >> 1] ?? 0;
}

const sparse = new Int32Array(KEPT_DAYS);

export function writeOwnDays(days: OwnDays, to: ByteWriter): void {
  const { count, end, profile } = days;
  to.number(count);
  if (count === 0) return;
  to.number(end[0] ?? 0);
  for (let row = 1; row < count; row++) {
    const hours = (end[row] ?? 0) - (end[row - 1] ?? 0);
    sparse[row - 1] = hours === HOURS ? 0 : hours;
  }
  to.sparse(sparse, count - 1);
  for (const column of columns) {
    // Most often not calculated.
    const rests = () => days.shortestRest.map((rest) => (rest === NO_REST_SEEN ? 0 : rest + 1));
    to.sparse(column === "shortestRest" ? rests() : days[column], count);
  }
  for (let from = 0; from < count * HOURS; from += HOURS) {
    let used = 0;
    // Most days have no flow after midnight, so most of these numbers are small.
    for (let hour = 0; hour < HOURS; hour++) if (profile[from + hour] !== 0) used |= bitOf(hour);
    to.number(used);
    for (let hour = 0; hour < HOURS; hour++) if (used & bitOf(hour)) to.byte(profile[from + hour] ?? 0);
  }
}

const bitOf = (hour: number) => 1 << (HOURS - 1 - hour);

/** Reads what writeOwnDays wrote. */
export function readOwnDays(from: ByteReader): OwnDays {
  const days = newOwnDays();
  const { end, profile, shortestRest } = days;
  const count = from.number();
  if (count === 0) return days;
  days.count = count;
  end[0] = from.number();
  from.sparse(sparse, count - 1);
  for (let row = 1; row < count; row++) end[row] = (end[row - 1] ?? 0) + (sparse[row - 1] || HOURS);
  for (const column of columns) from.sparse(days[column], count);
  for (let row = 0; row < count; row++) shortestRest[row] = (shortestRest[row] || NO_REST_SEEN + 1) - 1;
  for (let at = 0; at < count * HOURS; at += HOURS) {
    const used = from.number();
    for (let hour = 0; hour < HOURS; hour++) if (used & bitOf(hour)) profile[at + hour] = from.byte();
  }
  return days;
}
