import { evidenceOf } from "./evidence.ts";
import { beginOf, hourOf, hourOfDay, KEPT_HOURS, MEASURED, STATUS } from "./hours.ts";
import type { RuleEvidence } from "./leak.ts";
import { type LeakMeter, zeroOf } from "./leak-meter.ts";
import { hasOwnHistory, ownHigh, ownHistoryBefore } from "./own-history.ts";
import { oftenGallons, oftenPoints } from "./settings.ts";
import type { LeakState } from "./state.ts";
import type { Window } from "./window.ts";

/** Hours of heavy use as they are counted from hour to hour. */
export interface HeavyUse {
  /** Thousandths of a point. */
  points: number;
  /** Number of the heavy hour at which the points last rose from none, and of the newest heavy hour; 0 before the first. */
  from: number;
  newest: number;
  /** The lowest of the heavy hours since `from`, in thousandths of a gallon. */
  lowest: number;
}

export function newHeavyUse(): HeavyUse {
  return { points: 0, from: 0, newest: 0, lowest: 0 };
}

/**
 * Counts the newest hour, a measured one: a point when it is heavy, less a part of one for the hour that went by. Heavy is
 * an hour above 8 gal (toilet 4) and above what the meter's own hours at that time of day stay below on nine of ten days.
 * The points stop at what opens a leak, so that an old leak does not outweigh the quiet after it.
 */
export function countHeavyUse(state: LeakState, meter: LeakMeter, gallons: number): void {
  const { heavy } = state;
  const { settings, attachedTo } = meter;
  const newest = hourOf(state.processedUntil) - 1;
  const isHeavy = gallons > heavyAbove(state, meter, newest);
  if (!isHeavy) {
    if (heavy.points > 0) heavy.points = Math.max(0, heavy.points - Math.round(settings.oftenFade * 1000));
    return;
  }
  if (heavy.points === 0) {
    heavy.from = newest;
    heavy.lowest = gallons;
  }
  const isNew = !hasOwnHistory(state.ownDays, heavy.from, settings);
  const most = Math.round(oftenPoints(settings, attachedTo, isNew) * 1000);
  heavy.points = Math.min(most, heavy.points + 1000 - Math.round(settings.oftenFade * 1000));
  heavy.newest = newest;
  heavy.lowest = Math.min(heavy.lowest, gallons);
}

/** Forgets the heavy hours, which belong to a leak that is over. */
export function forgetHeavyUse(state: LeakState): void {
  state.heavy = newHeavyUse();
}

/** Thousandths of a gallon above which the newest hour is heavy. */
function heavyAbove(state: LeakState, meter: LeakMeter, newest: number): number {
  const { settings, attachedTo } = meter;
  const since = state.heavy.points > 0 ? state.heavy.from : newest;
  const isNew = !hasOwnHistory(state.ownDays, since, settings);
  const least = oftenGallons(settings, attachedTo, isNew) + zeroOf(state, meter);
  const slot = newest % KEPT_HOURS;
  if ((state.hours.gallons[slot] ?? 0) <= least) return least;
  return Math.max(least, ownHigh(state.ownDays, since, hourOfDay(state.hours.flags[slot] ?? 0), settings));
}

/** Often: heavy hours give points, hours take a fifth away; opens at 10 points (toilet 8). */
export function oftenOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  return opens(state, meter, false);
}

/** The same without own history: heavy is above 12 gal (toilet 6), and it takes 12 points (9.6). */
export function newMeterOftenOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  return meter.continuousUseExpected ? null : opens(state, meter, true);
}

function opens(state: LeakState, meter: LeakMeter, isNew: boolean): RuleEvidence | null {
  const { heavy } = state;
  if (heavy.newest !== hourOf(state.processedUntil) - 1) return null;
  const points = oftenPoints(meter.settings, meter.attachedTo, isNew);
  if (heavy.points < Math.round(points * 1000)) return null;
  if (hasOwnHistory(state.ownDays, heavy.from, meter.settings) === isNew) return null;
  const window = heavyWindow(state);
  const own = isNew ? null : ownHistoryBefore(state.ownDays, heavy.from, meter.settings);
  const tenths = Math.round(points * 10);
  return evidenceOf(isNew ? "new_meter" : "often", "medium", window, "heavy_points", tenths, tenths, own);
}

/** From the first of the heavy hours on, as far as hours are kept. */
function heavyWindow(state: LeakState): Window {
  const { flags } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  const first = Math.max(state.heavy.from, newest - KEPT_HOURS + 1, state.lastLeakEnd);
  let measured = 0;
  for (let hour = first; hour <= newest; hour++)
    if (((flags[hour % KEPT_HOURS] ?? 0) & STATUS) === MEASURED) measured++;
  return {
    firstHour: first,
    startsAt: beginOf(first, flags[first % KEPT_HOURS] ?? 0),
    endsAt: state.processedUntil,
    measured,
    missing: newest + 1 - first - measured,
    lowest: state.heavy.lowest,
    stillMinutes: 0,
    knowsFlowTime: false,
  };
}
