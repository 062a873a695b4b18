import type { Span } from "../leaks/shapes.ts";
import { HOUR_MS } from "../readings/durations.ts";

/** An hour that was measured or covered: its begin. */
interface MeasuredHour {
  at: number;
}

/** A clock window counts as read when at least this share of its hours is measured. */
const READ_SHARE = 0.75;

/** The hours of which some part lies between two instants. */
export function hoursBetween<Hour extends MeasuredHour>(hours: readonly Hour[], from: number, until: number): Hour[] {
  return hours.slice(firstEndingAfter(hours, from), firstBeginningFrom(hours, until));
}

/** Measured hours from the one in which a leak begins to the one at whose end it was opened, both included. */
export function measuredHoursTo(hours: readonly MeasuredHour[], begin: number, openedAt: number): number {
  return Math.max(0, firstBeginningFrom(hours, openedAt) - firstEndingAfter(hours, begin));
}

/** Hours of the clock from the one in which a leak begins to the one at whose end it was opened, both included. */
export function clockHoursTo(begin: number, openedAt: number): number {
  return Math.max(0, Math.ceil(openedAt / HOUR_MS) - Math.floor(begin / HOUR_MS));
}

/** The hours of the clock in which so many measured hours must lie for a window to count as read, in milliseconds. */
export function windowOf(measuredHours: number): number {
  return Math.ceil(measuredHours / READ_SHARE) * HOUR_MS;
}

/** Whether the window that begins at an instant holds so many measured hours: three quarters of its hours. */
export function isWindowRead(hours: readonly MeasuredHour[], begin: number, measuredHours: number): boolean {
  return measuredHoursTo(hours, begin, begin + windowOf(measuredHours)) >= measuredHours;
}

/** Measured hours by which a leak is to be found: those required, or three quarters of its life. */
export function hoursToJudge(within: number | null, { from, until }: Span): number {
  return within ?? Math.max(1, Math.floor(((until - from) * READ_SHARE) / HOUR_MS));
}

/** Whether the hours by which a leak is to be found are measured: soon after its begin, and at any time while it lasts. */
export function readIn(hours: readonly MeasuredHour[], begin: number, until: number, toJudge: number) {
  return {
    isRead: isWindowRead(hours, begin, toJudge),
    isMeasured: measuredHoursTo(hours, begin, until) >= toJudge,
  };
}

function firstEndingAfter(hours: readonly MeasuredHour[], instant: number): number {
  return firstWhere(hours, ({ at }) => at + HOUR_MS > instant);
}

function firstBeginningFrom(hours: readonly MeasuredHour[], instant: number): number {
  return firstWhere(hours, ({ at }) => at >= instant);
}

function firstWhere<Hour>(hours: readonly Hour[], holds: (hour: Hour) => boolean): number {
  let [low, high] = [0, hours.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const hour = hours[middle];
    if (hour !== undefined && holds(hour)) high = middle;
    else low = middle + 1;
  }
  return low;
}
