import type { ByteReader, ByteWriter } from "./bytes.ts";
import type { OwnHistory } from "./leak.ts";
import type { LeakSettings } from "./settings.ts";

/** 28 days count; seven more are kept because a leak found late takes the days since its start out again. */
export const KEPT_DAYS = 35;

/**
 * Summaries of a meter's leak-free days, oldest first. A day is in it when at least three quarters of its hours are
 * measured, one of them between 00:00 and 06:00, and no leak ran on it. Volumes in thousandths of a gallon.
 */
export interface OwnDays {
  count: number;
  /** Number of the hour after the day's last. */
  end: Int32Array;
  lowest: Int32Array;
  /** The highest that the lowest hour of a floor window came to on the day. */
  highestLowest: Int32Array;
  /** The longest run of hours with water that ended on the day. */
  longestRun: Int32Array;
}

export function newOwnDays(): OwnDays {
  return {
    count: 0,
    end: new Int32Array(KEPT_DAYS),
    lowest: new Int32Array(KEPT_DAYS),
    highestLowest: new Int32Array(KEPT_DAYS),
    longestRun: new Int32Array(KEPT_DAYS),
  };
}

export function addOwnDay(days: OwnDays, end: number, lowest: number, highestLowest: number, longestRun: number): void {
  if (days.count === KEPT_DAYS) {
    days.count--;
    for (const column of [days.end, days.lowest, days.highestLowest, days.longestRun]) column.copyWithin(0, 1);
  }
  const row = days.count++;
  days.end[row] = end;
  days.lowest[row] = lowest;
  days.highestLowest[row] = highestLowest;
  days.longestRun[row] = longestRun;
}

/** Takes out the days that end after the hour in which a leak turned out to have begun. */
export function removeOwnDaysSince(days: OwnDays, leakStart: number): void {
  days.count = countBefore(days, leakStart);
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
  let highestLowest = 0;
  let longestRun = 0;
  let repeatedRun = 0;
  for (let row = from; row < until; row++) {
    highestLowest = Math.max(highestLowest, days.highestLowest[row] ?? 0);
    const run = days.longestRun[row] ?? 0;
    repeatedRun = Math.max(repeatedRun, Math.min(run, longestRun));
    longestRun = Math.max(longestRun, run);
  }
  return { days: until - from, usualLowest: median(days.lowest.slice(from, until)), highestLowest, repeatedRun };
}

function countBefore(days: OwnDays, hour: number): number {
  let count = days.count;
  while (count > 0 && (days.end[count - 1] ?? 0) > hour) count--;
  return count;
}

/** The lower one of the two middle values where their number is even: the usual is a value that was measured. */
function median(values: Int32Array): number {
  return values.sort()[(values.length - 1) >> 1] ?? 0;
}

export function writeOwnDays(days: OwnDays, to: ByteWriter): void {
  to.number(days.count);
  let end = 0;
  for (let row = 0; row < days.count; row++) {
    to.number((days.end[row] ?? 0) - end);
    end = days.end[row] ?? 0;
    to.number(days.lowest[row] ?? 0);
    to.number(days.highestLowest[row] ?? 0);
    to.number(days.longestRun[row] ?? 0);
  }
}

/** Reads what writeOwnDays wrote. */
export function readOwnDays(from: ByteReader): OwnDays {
  const days = newOwnDays();
  let end = 0;
  for (let left = from.number(); left > 0; left--) {
    end += from.number();
    addOwnDay(days, end, from.number(), from.number(), from.number());
  }
  return days;
}
