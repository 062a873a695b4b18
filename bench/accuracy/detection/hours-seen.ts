import type { WorkDay } from "../../../server/metering/days/work-day.ts";
import { HOUR_MS } from "../../../server/time/durations.ts";

/** An hour that was measured, or covered by its neighbours' intervals. Volumes in thousandths of a gallon. */
export interface HourSeen {
  /** Begin, milliseconds since the epoch. */
  at: number;
  /** null: covered, so without a value of its own. */
  gallons: number | null;
  leakGallons: number;
  /** Whether it begins between 00:00 and 06:00 local time. */
  isNight: boolean;
}

/** A clock window counts as read when at least this share of its hours is measured. */
const READ_SHARE = 0.75;

/** The measured and covered hours of days that the product has worked in, in the order of time. */
export function hoursSeen(days: readonly WorkDay[]): HourSeen[] {
  const seen: HourSeen[] = [];
  for (const day of days) {
    const nightHours = 6 + day.hours - 24;
    for (let slot = 0; slot < day.hours; slot++) {
      const gallons = day.gallons[slot] ?? null;
      if (gallons === null && (day.covered & (1 << slot)) === 0) continue;
      const at = day.startsAt + slot * HOUR_MS;
      seen.push({ at, gallons, leakGallons: day.leakGallons?.[slot] ?? 0, isNight: slot < nightHours });
    }
  }
  return seen;
}

/** The hours of which some part lies between two instants. */
export function hoursBetween(hours: readonly HourSeen[], from: number, until: number): HourSeen[] {
  return hours.slice(firstEndingAfter(hours, from), firstBeginningFrom(hours, until));
}

/** Measured hours from the one in which a leak begins to the one at whose end it was opened, both included. */
export function measuredHoursTo(hours: readonly HourSeen[], begin: number, openedAt: number): number {
  return Math.max(0, firstBeginningFrom(hours, openedAt) - firstEndingAfter(hours, begin));
}

/** The hours of the clock in which so many measured hours must lie for a window to count as read, in milliseconds. */
export function windowOf(measuredHours: number): number {
  return Math.ceil(measuredHours / READ_SHARE) * HOUR_MS;
}

/** Whether the window that begins at an instant holds so many measured hours: three quarters of its hours. */
export function isWindowRead(hours: readonly HourSeen[], begin: number, measuredHours: number): boolean {
  return measuredHoursTo(hours, begin, begin + windowOf(measuredHours)) >= measuredHours;
}

function firstEndingAfter(hours: readonly HourSeen[], instant: number): number {
  return firstWhere(hours, ({ at }) => at + HOUR_MS > instant);
}

function firstBeginningFrom(hours: readonly HourSeen[], instant: number): number {
  return firstWhere(hours, ({ at }) => at >= instant);
}

function firstWhere(hours: readonly HourSeen[], holds: (hour: HourSeen) => boolean): number {
  let [low, high] = [0, hours.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const hour = hours[middle];
    if (hour !== undefined && holds(hour)) high = middle;
    else low = middle + 1;
  }
  return low;
}
