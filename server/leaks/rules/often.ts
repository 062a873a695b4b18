import { oftenGallons, oftenPoints } from "../settings/leak-settings.ts";
import { beginOf, HEAVY, hourOf, hourOfDay, KEPT_HOURS, MEASURED, NIGHT, STATUS } from "../state/hours.ts";
import type { RuleEvidence } from "../state/leak.ts";
import { type LeakMeter, zeroOf } from "../state/leak-meter.ts";
import type { LeakState } from "../state/leak-state.ts";
import { hasUsedHistory, ownHigh, ownHistoryBefore, ownShareWithin } from "../state/own-history.ts";
import { CLOCK_PER_MEASURED, type Window } from "../state/window.ts";
import { evidenceOf } from "./evidence.ts";

/** Whether a leak goes on is seen in the heavy hours of so many measured ones. */
const HOURS_TO_GO_ON = 24;
/** From so many thousandths of a gallon on, up to a heavy hour, people use water in an hour. */
const LIGHT_FROM = 1000;

interface HeavyUse extends Window {
  /** One for each heavy hour, another where it is like the hour before. */
  points: number;
  /** Heavy hours between 00:00 and 06:00. */
  night: number;
}

/**
 * Marks the newest hour, a measured one, when it is heavy: above 9 gal (toilet 6) and above what the meter's own hours at
 * that time of day stay below on 97 % of the days. Days that a window up to this hour reaches into do not count as own.
 * Without own history, or in a home that was empty, heavy is above 12 gal (toilet 6).
 */
export function markHeavyHour(state: LeakState, meter: LeakMeter, gallons: number): void {
  const { settings, attachedTo } = meter;
  if (gallons <= oftenGallons(settings, attachedTo, false) + zeroOf(state, meter)) return;
  const newest = hourOf(state.processedUntil) - 1;
  const slot = newest % KEPT_HOURS;
  const flags = state.hours.flags[slot] ?? 0;
  const before = newest + 1 - clockHours(meter);
  const usual = hasUsedHistory(state.ownDays, before, settings)
    ? ownHigh(state.ownDays, before, hourOfDay(flags), settings.oftenShareBelow, settings)
    : oftenGallons(settings, attachedTo, true);
  if (gallons > usual) state.hours.flags[slot] = flags | HEAVY;
}

/**
 * Whether the newest hour shows that a leak by heavy use goes on: it is heavy, and so were others of the last 24 measured
 * hours. A household has a heavy hour of its own now and then.
 */
export function isStillOften(state: LeakState, meter: LeakMeter): boolean {
  return isHeavyNow(state) && heavyUse(state, meter, HOURS_TO_GO_ON).points >= meter.settings.oftenPointsToGoOn;
}

/**
 * Often: of the last 60 measured hours so many were heavy that they come to 10 points (toilet 8). A heavy hour is a point,
 * and two when it is within 5 % of the hour before: what runs at one rate is no use of water. Where there are more hours of
 * light use than usual, more people are at home: each of these hours takes a fifth of a point.
 */
export function oftenOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  return opens(state, meter, false);
}

/** The same without own history: 20 points (toilet 16), three of the hours at night, as nothing is known of the days. */
export function newMeterOftenOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  return meter.continuousUseExpected ? null : opens(state, meter, true);
}

function opens(state: LeakState, meter: LeakMeter, isNew: boolean): RuleEvidence | null {
  if (!isHeavyNow(state)) return null;
  const { settings, attachedTo } = meter;
  const window = heavyUse(state, meter, settings.oftenHours);
  const least = oftenPoints(settings, attachedTo, isNew);
  if (window.points < least) return null;
  // Its hours were all marked against an own history, or none counts as that.
  if (hasUsedHistory(state.ownDays, window.firstHour - clockHours(meter), settings) === isNew) return null;
  if (isNew && window.night < settings.newMeterOftenNightHours) return null;
  const points = isNew
    ? window.points
    : window.points - settings.oftenLightTakes * moreLightHours(state, meter, window);
  if (points < least) return null;
  const own = isNew ? null : ownHistoryBefore(state.ownDays, window.firstHour, settings);
  const [value, threshold] = [Math.floor(points * 10), Math.round(least * 10)];
  return evidenceOf(isNew ? "new_meter" : "often", "medium", window, "heavy_points", value, threshold, own);
}

function isHeavyNow(state: LeakState): boolean {
  return ((state.hours.flags[(hourOf(state.processedUntil) - 1) % KEPT_HOURS] ?? 0) & HEAVY) !== 0;
}

/** The hours of the clock among which the measured ones must lie; the one before them is kept as well. */
function clockHours({ settings }: LeakMeter): number {
  return Math.min(Math.floor(settings.oftenHours * CLOCK_PER_MEASURED), KEPT_HOURS - 1);
}

/** From the first heavy hour among the last measured ones on, as far as no leak that is over ran in them. */
function heavyUse(state: LeakState, meter: LeakMeter, hours: number): HeavyUse {
  const { flags, gallons } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  const oldest = Math.max(newest + 1 - clockHours(meter), state.lastLeakEnd);
  // Flushes of a toilet are alike.
  const alike = meter.attachedTo === "Toilet" ? -1 : meter.settings.oftenAlike;
  let points = 0;
  let measured = 0;
  let measuredSinceFirst = 0;
  let night = 0;
  let lowest = Number.POSITIVE_INFINITY;
  let first = newest;
  for (let hour = newest; hour >= oldest && measured < hours; hour--) {
    const slot = hour % KEPT_HOURS;
    const flag = flags[slot] ?? 0;
    if ((flag & STATUS) !== MEASURED) continue;
    measured++;
    if (!(flag & HEAVY)) continue;
    const volume = gallons[slot] ?? 0;
    const before = gallons[(hour - 1) % KEPT_HOURS] ?? 0;
    points += Math.abs(volume - before) <= alike * Math.max(volume, before) ? 2 : 1;
    if (flag & NIGHT) night++;
    lowest = Math.min(lowest, volume);
    measuredSinceFirst = measured;
    first = hour;
  }
  return {
    points,
    night,
    firstHour: first,
    startsAt: beginOf(first, flags[first % KEPT_HOURS] ?? 0),
    endsAt: state.processedUntil,
    measured: measuredSinceFirst,
    missing: newest + 1 - first - measuredSinceFirst,
    lowest,
    stillMinutes: 0,
    knowsFlowTime: false,
  };
}

/** By how many hours of light use the window exceeds what its hours of the day have in the meter's own history; at least 0. */
function moreLightHours(state: LeakState, meter: LeakMeter, { firstHour }: Window): number {
  const { flags, gallons } = state.hours;
  const zero = zeroOf(state, meter);
  const range = { from: LIGHT_FROM + zero, to: oftenGallons(meter.settings, meter.attachedTo, false) + zero };
  const newest = hourOf(state.processedUntil) - 1;
  let more = 0;
  for (let hour = firstHour; hour <= newest; hour++) {
    const slot = hour % KEPT_HOURS;
    const flag = flags[slot] ?? 0;
    if ((flag & STATUS) !== MEASURED) continue;
    const volume = gallons[slot] ?? 0;
    if (volume >= range.from && volume < range.to) more++;
    more -= ownShareWithin(state.ownDays, firstHour, hourOfDay(flag), range, meter.settings);
  }
  return Math.max(0, more);
}
