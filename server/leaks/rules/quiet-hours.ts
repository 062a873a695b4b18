import { floorAboveOwn, floorFlowMinutes, floorGallons, longRunHours } from "../settings/leak-settings.ts";
import type { RuleEvidence } from "../state/leak.ts";
import { type LeakMeter, stillUpTo, zeroOf } from "../state/leak-meter.ts";
import type { LeakState } from "../state/leak-state.ts";
import { hasOwnHistory, ownHistoryBefore } from "../state/own-history.ts";
import { lookBack, type Window } from "../state/window.ts";
import { evidenceOf } from "./evidence.ts";

/**
 * Continuous: flow time fills all but two of the last 24 hours. Counted in minutes, as the day's 22h+ gallons are:
 * households come to 1 to 5 hours of flow in a day, while most of their daytime hours have some. Needs no own history,
 * except on a meter with expected continuous use, whose zero is not known without one.
 */
export function continuousOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  const window = lookBack(state, {
    hours: settings.continuousHours,
    leastGallons: 0,
    leastMinutes: 0,
    mostStillMinutes: settings.continuousStillHours * 60,
    still: stillUpTo(state, meter),
    nightHours: 1,
  });
  if (!window) return null;
  const own = ownHistoryBefore(state.ownDays, window.firstHour, settings);
  if (meter.continuousUseExpected && !own) return null;
  const threshold = Math.round((settings.continuousHours - settings.continuousStillHours) * 60);
  const minutes = window.measured * 60 - window.stillMinutes;
  return evidenceOf("continuous", "high", window, "flow_minutes", minutes, threshold, own);
}

/**
 * Floor: the lowest of the last 26 hours is at least 0.45 gal (toilet 0.1, heater 0.25), and 0.25 gal (0.1, 0.2) above the
 * highest such lowest hour of its own; each of the hours that reports its flow time has 10 min (toilet 5).
 */
export function floorOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings, attachedTo } = meter;
  if (state.ownDays.count < settings.ownDaysNeeded) return null;
  const least = leastFloor(meter, floorGallons(settings, attachedTo)) + zeroOf(state, meter);
  const window = lookBackAtFloor(state, meter, least);
  if (!window) return null;
  const own = ownHistoryBefore(state.ownDays, window.firstHour, settings);
  if (!own) return null;
  const threshold = Math.max(least, own.highestLowest + floorAboveOwn(settings, attachedTo));
  if (window.lowest < threshold) return null;
  const confidence = window.knowsFlowTime ? "high" : "medium";
  return evidenceOf("floor", confidence, window, "lowest_hour", window.lowest, threshold, own);
}

/**
 * Long run: water, however little, in each of 48 hours (36 on a fixture), and in 1.5 times as many as the longest run that
 * it had twice in its own history. Held against the single longest, a leak that paused once would hide its own return.
 */
export function longRunOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  const least = longRunHours(settings, meter.attachedTo);
  if (state.run < least) return null;
  const own = ownHistoryBefore(state.ownDays, state.runStart, settings);
  if (!own) return null;
  const threshold = Math.max(least, Math.ceil(own.repeatedRun * settings.longRunTimesOwn));
  if (state.run < threshold) return null;
  const window = lookBackAtRun(state, meter, threshold);
  return window && evidenceOf("long_run", "medium", window, "hours_with_water", state.run, threshold, own);
}

/**
 * New meter: while there is no own history, the floor at twice its threshold. Disabled on a meter with expected
 * continuous use, whose zero is not known without a history.
 */
export function newMeterFloorOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings, attachedTo } = meter;
  if (meter.continuousUseExpected) return null;
  const least = leastFloor(meter, floorGallons(settings, attachedTo) * settings.newMeterFloorTimes);
  const floor = lookBackAtFloor(state, meter, least);
  if (!floor || hasOwnHistory(state.ownDays, floor.firstHour, settings)) return null;
  return evidenceOf("new_meter", "medium", floor, "lowest_hour", floor.lowest, least, null);
}

/** New meter: while there is no own history, the long run as it is; disabled like the floor. */
export function newMeterRunOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings, attachedTo } = meter;
  const threshold = longRunHours(settings, attachedTo);
  if (meter.continuousUseExpected || state.run < threshold) return null;
  if (hasOwnHistory(state.ownDays, state.runStart, settings)) return null;
  const run = lookBackAtRun(state, meter, threshold);
  return run && evidenceOf("new_meter", "medium", run, "hours_with_water", state.run, threshold, null);
}

function leastFloor(meter: LeakMeter, gallons: number): number {
  return Math.max(Math.round(gallons), meter.count * meter.settings.leastCounts);
}

function lookBackAtFloor(state: LeakState, meter: LeakMeter, leastGallons: number): Window | null {
  return lookBack(state, {
    hours: meter.settings.floorHours,
    leastGallons,
    leastMinutes: floorFlowMinutes(meter.settings, meter.attachedTo),
    mostStillMinutes: Number.POSITIVE_INFINITY,
    still: 0,
    nightHours: meter.settings.floorNightHours,
  });
}

function lookBackAtRun(state: LeakState, meter: LeakMeter, hours: number): Window | null {
  return lookBack(state, {
    hours,
    leastGallons: stillUpTo(state, meter) + 1,
    leastMinutes: 0,
    mostStillMinutes: Number.POSITIVE_INFINITY,
    still: 0,
    nightHours: 1,
  });
}
