import { HOURS_AFTER, quietestThree } from "./quietest-three.ts";
import { quietRate, refillGallons } from "./refills.ts";
import { ruleOf } from "./rules/rules.ts";
import { oftenGallons } from "./settings/leak-settings.ts";
import {
  AT_RATE,
  CHANGED,
  hourOf,
  hourOfDay,
  IN_EXCESS,
  IN_LEAK,
  KEPT_HOURS,
  MEASURED,
  STATUS,
} from "./state/hours.ts";
import type { LeakGallonsMethod } from "./state/leak.ts";
import { dryUpTo, type LeakMeter } from "./state/leak-meter.ts";
import type { LeakState } from "./state/leak-state.ts";
import { ownMean } from "./state/own-history.ts";

/** The bit of an hour that is part of a leak by a rule with this method. */
export function bitOf(method: LeakGallonsMethod): number {
  return method === "rate" || method === "heavy rate" ? AT_RATE : IN_EXCESS;
}

/** Makes the measured hours from one hour to the newest part of a leak, by a rule with this method. */
export function takeIn(state: LeakState, meter: LeakMeter, method: LeakGallonsMethod, from: number): void {
  if (method !== "heavy rate") {
    markInLeak(state, from, bitOf(method), true);
    return;
  }
  const { flags, gallons } = state.hours;
  const least = oftenGallons(meter.settings, meter.attachedTo, true);
  const newest = hourOf(state.processedUntil) - 1;
  for (let hour = Math.max(from, newest - KEPT_HOURS + 1); hour <= newest; hour++) {
    const slot = hour % KEPT_HOURS;
    const flag = flags[slot] ?? 0;
    if ((flag & STATUS) === MEASURED && (gallons[slot] ?? 0) > least) flags[slot] = flag | AT_RATE;
  }
}

/** Marks the measured hours from one hour to the newest as part of a leak's life, or takes the mark away. */
export function markInLeak(state: LeakState, from: number, bits: number, isIn: boolean): void {
  const { flags } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  for (let hour = Math.max(from, newest - KEPT_HOURS + 1); hour <= newest; hour++) {
    const slot = hour % KEPT_HOURS;
    const flag = flags[slot] ?? 0;
    if ((flag & STATUS) !== MEASURED) continue;
    flags[slot] = isIn ? flag | bits : flag & ~bits;
    if (!isIn && bits & IN_EXCESS) state.hours.excess[slot] = 0;
  }
}

/**
 * Calculates, once for each hour from the given one to the newest, the excess by a method that only looks back. An
 * hour's shortfall below the usual is subtracted from the next excesses: otherwise every hour that happens to be above
 * would count as leak and none below against it.
 */
export function countBackwards(state: LeakState, meter: LeakMeter, method: LeakGallonsMethod, from: number): void {
  const { leak } = state;
  if (!leak || bitOf(method) === AT_RATE) return;
  const { flags, gallons, excess } = state.hours;
  const newest = hourOf(state.processedUntil) - 1;
  const rate = method === "refills" ? quietRate(state, hourOf(leak.startedAt)) : 0;
  for (let hour = Math.max(from, newest - KEPT_HOURS + 1); hour <= newest; hour++) {
    const slot = hour % KEPT_HOURS;
    const flag = flags[slot] ?? 0;
    if (!(flag & IN_EXCESS)) continue;
    const volume = gallons[slot] ?? 0;
    if (method === "refills") {
      excess[slot] = Math.max(excess[slot] ?? 0, refillGallons(state, hour, rate));
      continue;
    }
    const usual = ownMean(state.ownDays, hourOf(leak.startedAt), hourOfDay(flag), meter.settings) ?? 0;
    const above = Math.round(volume - usual) - leak.shortfall;
    leak.shortfall = Math.max(0, -above);
    excess[slot] = Math.max(excess[slot] ?? 0, Math.min(volume, above));
  }
}

/**
 * Calculates the leak gallons from an hour on (as far as hours are kept), and the leak's total with them: the largest
 * by any of its rules. But where a leak runs without a pause, its rate is more certain than the excess that refills and
 * a running toilet count, which includes the flushes. Dry hours have none, nor has a leak that is only suspected.
 */
export function setLeakGallons(state: LeakState, meter: LeakMeter, from: number): void {
  const leak = state.leak;
  if (!leak) return;
  const { flags, gallons, leakGallons, excess } = state.hours;
  const zero = meter.continuousUseExpected ? leak.usualLowest : 0;
  const dry = dryUpTo(leak, meter);
  const newest = hourOf(state.processedUntil) - 1;
  const excessCounts = leak.rules.some((held) => ruleOf(held.evidence).leakGallons === "excess");
  const start = Math.max(from - HOURS_AFTER, hourOf(leak.startedAt), newest - KEPT_HOURS + 1);
  for (let hour = start; hour <= newest; hour++) {
    const slot = hour % KEPT_HOURS;
    const flag = flags[slot] ?? 0;
    let most = 0;
    if (flag & IN_LEAK && (gallons[slot] ?? 0) > dry) {
      if (flag & AT_RATE) most = quietestThree(state, hour, zero, leak.usualLowest - zero, meter.count);
      if (flag & IN_EXCESS && (excessCounts || !(flag & AT_RATE))) most = Math.max(most, excess[slot] ?? 0);
    }
    const change = most - (leakGallons[slot] ?? 0);
    if (change === 0) continue;
    leakGallons[slot] = most;
    flags[slot] = flag | CHANGED;
    leak.totalGallons += change;
  }
}
