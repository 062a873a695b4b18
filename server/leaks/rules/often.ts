import { oftenGallons, oftenPoints } from "../settings/leak-settings.ts";
import { beginOf, hourOf, hourOfDay, KEPT_HOURS, MEASURED, NIGHT, STATUS } from "../state/hours.ts";
import type { RuleEvidence } from "../state/leak.ts";
import { type LeakMeter, zeroOf } from "../state/leak-meter.ts";
import type { HeavyUse, LeakState } from "../state/leak-state.ts";
import { hasOwnHistory, ownHigh, ownHistoryBefore } from "../state/own-history.ts";
import type { Window } from "../state/window.ts";
import { evidenceOf } from "./evidence.ts";

export function newHeavyUse(): HeavyUse {
  return { points: 0, nightPoints: 0, from: 0, newest: 0, lowest: 0 };
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
  const fade = Math.round(settings.oftenFade * 1000);
  const isNight = ((state.hours.flags[newest % KEPT_HOURS] ?? 0) & NIGHT) !== 0;
  if (gallons <= heavyAbove(state, meter, newest)) {
    if (heavy.points > 0) heavy.points = Math.max(0, heavy.points - fade);
    if (isNight) heavy.nightPoints = Math.max(0, heavy.nightPoints - fade);
    return;
  }
  if (heavy.points === 0) {
    heavy.from = newest;
    heavy.lowest = gallons;
  }
  const isNew = !hasOwnHistory(state.ownDays, countedFrom(state), settings);
  const most = Math.round(oftenPoints(settings, attachedTo, isNew) * 1000);
  heavy.points = Math.min(most, heavy.points + 1000 - fade);
  if (isNight) heavy.nightPoints = Math.min(most, heavy.nightPoints + 1000 - fade);
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
  const since = state.heavy.points > 0 ? countedFrom(state) : newest;
  const isNew = !hasOwnHistory(state.ownDays, since, settings);
  const least = oftenGallons(settings, attachedTo, isNew) + zeroOf(state, meter);
  const slot = newest % KEPT_HOURS;
  if ((state.hours.gallons[slot] ?? 0) <= least) return least;
  return Math.max(least, ownHigh(state.ownDays, since, hourOfDay(state.hours.flags[slot] ?? 0), settings));
}

/** Often: heavy hours give points, each hour takes a fifth away; opens at 10 points (toilet 8), 1.5 from the night. */
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
  if (heavy.nightPoints < Math.round(meter.settings.oftenNightPoints * 1000)) return null;
  const window = heavyWindow(state);
  if (hasOwnHistory(state.ownDays, window.firstHour, meter.settings) === isNew) return null;
  const own = isNew ? null : ownHistoryBefore(state.ownDays, window.firstHour, meter.settings);
  const tenths = Math.round(points * 10);
  return evidenceOf(isNew ? "new_meter" : "often", "medium", window, "heavy_points", tenths, tenths, own);
}

/** The hour from which heavy hours are counted, as far as hours are kept: in a busy home the points never fall to none. */
function countedFrom(state: LeakState): number {
  return Math.max(state.heavy.from, hourOf(state.processedUntil) - KEPT_HOURS, state.lastLeakEnd);
}

/** From the first of the heavy hours on. */
function heavyWindow(state: LeakState): Window {
  const { flags } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  const first = countedFrom(state);
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
