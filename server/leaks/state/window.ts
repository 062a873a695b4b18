import { beginOf, COVERED, hourOf, KEPT_HOURS, MEASURED, MISSING, NIGHT, NO_FLOW_TIME, STATUS } from "./hours.ts";
import type { LeakState } from "./leak-state.ts";

/** A window may stretch over this many hours of the clock for each measured one. */
export const CLOCK_PER_MEASURED = 1.5;

/** The last N measured hours, counted back from the newest hour fed. Volumes in thousandths of a gallon. */
export interface Window {
  /** Number of its first hour, which is a measured one, and that hour's begin. */
  firstHour: number;
  startsAt: number;
  /** End of the newest hour. */
  endsAt: number;
  measured: number;
  missing: number;
  lowest: number;
  /** Minutes without flow in the measured hours; 60 for an hour of at most `still` gallons or without a flow time. */
  stillMinutes: number;
  /** Every measured hour has a flow time. */
  knowsFlowTime: boolean;
}

/** What each hour of a window, or all of them together, must fulfil; looking back stops at the first hour that does not. */
export interface Demand {
  hours: number;
  /** Each hour: at least this many thousandths of a gallon. */
  leastGallons: number;
  /** Each hour that has a flow time: at least this many minutes. */
  leastMinutes: number;
  /** All hours together: at most this many minutes without flow. */
  mostStillMinutes: number;
  /** An hour with no more gallons than this is still, whatever its flow time. */
  still: number;
  /** All hours together: at least so many between 00:00 and 06:00. */
  nightHours: number;
}

/**
 * The last N measured hours if they fulfil the demand, else null. Null too when they do not lie within 1.5 N hours of the
 * clock, when too few of them lie between 00:00 and 06:00, and when they reach behind the end of an earlier leak. Missing
 * hours only stretch the window; covered hours count as time but are neither flow nor stillness.
 *
 * Of windows over 96 hours only the part within the 144 hours kept is seen; two thirds of those must be measured.
 */
export function lookBack(state: LeakState, demand: Demand): Window | null {
  const { flags, gallons, flowTime } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  const stretch = Math.min(Math.floor(demand.hours * CLOCK_PER_MEASURED), KEPT_HOURS);
  const oldest = Math.max(newest - stretch + 1, state.lastLeakEnd);
  let measured = 0;
  let missing = 0;
  let missingSinceMeasured = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let stillMinutes = 0;
  let knowsFlowTime = true;
  let night = 0;
  let first = newest;
  for (let hour = newest; hour >= oldest && measured < demand.hours; hour--) {
    const slot = hour % KEPT_HOURS;
    const flag = flags[slot] ?? 0;
    const status = flag & STATUS;
    if (status === COVERED) continue;
    if (status === MISSING) {
      missingSinceMeasured++;
      continue;
    }
    const volume = gallons[slot] ?? 0;
    if (volume < demand.leastGallons) return null;
    const minutes = flowTime[slot] ?? NO_FLOW_TIME;
    if (minutes === NO_FLOW_TIME) knowsFlowTime = false;
    else if (minutes < demand.leastMinutes) return null;
    stillMinutes += volume <= demand.still || minutes === NO_FLOW_TIME ? 60 : 60 - minutes;
    if (stillMinutes > demand.mostStillMinutes) return null;
    if (volume < lowest) lowest = volume;
    if (flag & NIGHT) night++;
    measured++;
    missing += missingSinceMeasured;
    missingSinceMeasured = 0;
    first = hour;
  }
  const cut = stretch === KEPT_HOURS && measured * CLOCK_PER_MEASURED >= KEPT_HOURS;
  if (night < demand.nightHours || (measured < demand.hours && !cut)) return null;
  return {
    firstHour: first,
    startsAt: beginOf(first, flags[first % KEPT_HOURS] ?? 0),
    endsAt: state.processedUntil,
    measured,
    missing,
    lowest,
    stillMinutes,
    knowsFlowTime,
  };
}

/** Gallons (thousandths) of the measured hour before the newest, at most one missing hour between; null without. */
export function previousMeasured(state: LeakState): number | null {
  const { flags, gallons } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  for (let hour = newest - 1; hour >= newest - 2; hour--) {
    const slot = hour % KEPT_HOURS;
    if (((flags[slot] ?? 0) & STATUS) === MEASURED) return gallons[slot] ?? 0;
  }
  return null;
}

/** The newest hour alone. */
export function newestHour(state: LeakState): Window {
  const newest = hourOf(state.processedUntil) - 1;
  const slot = newest % KEPT_HOURS;
  const minutes = state.hours.flowTime[slot] ?? NO_FLOW_TIME;
  return {
    firstHour: newest,
    startsAt: beginOf(newest, state.hours.flags[slot] ?? 0),
    endsAt: state.processedUntil,
    measured: 1,
    missing: 0,
    lowest: state.hours.gallons[slot] ?? 0,
    stillMinutes: minutes === NO_FLOW_TIME ? 60 : 60 - minutes,
    knowsFlowTime: minutes !== NO_FLOW_TIME,
  };
}
