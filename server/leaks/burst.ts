import { evidenceOf } from "./evidence.ts";
import { type HeldRule, isSuspected } from "./held-leak.ts";
import type { RuleEvidence } from "./leak.ts";
import { type LeakMeter, zeroOf } from "./leak-meter.ts";
import { ownHistoryBefore } from "./own-history.ts";
import type { LeakState } from "./state.ts";
import { type Demand, lookBack, newestHour, previousMeasured, type Window } from "./window.ts";

/**
 * Burst: the lower of two hours in a row is at least 47 gal and 1.6 times the highest such of its own. That is a suspicion,
 * and a leak when four hours in a row are like that, or when water ran for 55 minutes in both. Without any history two
 * hours of 60 gal with 55 minutes of flow each are a leak.
 */
export function burstOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  const newest = newestHour(state).lowest;
  if (newest < Math.min(settings.burstGallons, settings.burstFlowGallons)) return null;
  const flowing = hoursInARow(state, 2, settings.burstFlowGallons, settings.burstFlowMinutes);
  if (flowing?.knowsFlowTime && meter.attachedTo !== "Building") {
    const own = ownHistoryBefore(state.ownDays, flowing.firstHour, settings);
    return evidenceOf("burst", "high", flowing, "burst_hour", flowing.lowest, settings.burstFlowGallons, own);
  }
  const least = settings.burstGallons + zeroOf(state, meter);
  const two = hoursInARow(state, 2, least, 0);
  if (!two) return null;
  const own = ownHistoryBefore(state.ownDays, two.firstHour, settings);
  if (!own) return null;
  const threshold = Math.max(least, Math.ceil(own.highestTwoHours * settings.burstTimesOwn));
  const lasting = isSuspectedNow(state)
    ? hoursInARow(state, settings.burstSureHours, Math.max(least, own.highestTwoHours + 1), 0)
    : null;
  if (lasting) return evidenceOf("burst", "medium", lasting, "burst_hour", lasting.lowest, threshold, own);
  if (two.lowest < threshold) return null;
  const sure = hoursInARow(state, settings.burstSureHours, threshold, 0);
  return withSuspicion(two, sure, two.lowest, threshold, own);
}

/** Burst on a toilet: one hour of 20 gal and twice its own highest hour; a leak when a second one follows. */
export function toiletBurstOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  const hour = newestHour(state);
  if (hour.lowest < settings.burstGallonsToilet) return null;
  const own = ownHistoryBefore(state.ownDays, hour.firstHour, settings);
  if (!own) return null;
  const threshold = Math.max(settings.burstGallonsToilet, Math.ceil(own.highestHour * settings.burstTimesOwnToilet));
  if (hour.lowest < threshold) return null;
  const sure = hoursInARow(state, settings.burstSureHoursToilet, threshold, 0);
  return withSuspicion(hour, sure, hour.lowest, threshold, own);
}

/**
 * Whether a burst is over in this hour: it is under half of the one before, or within what the meter used to have (the
 * highest two hours in a row of its own; a toilet's highest hour). An hour that would still open it is not.
 */
export function isCalm(state: LeakState, meter: LeakMeter, { evidence }: HeldRule, gallons: number): boolean {
  if (gallons >= evidence.threshold) return false;
  const before = previousMeasured(state);
  if (before !== null && gallons * 2 < before) return true;
  const usual = meter.attachedTo === "Toilet" ? evidence.own?.highestHour : evidence.own?.highestTwoHours;
  return gallons <= (usual ?? 0);
}

function isSuspectedNow({ leak }: LeakState): boolean {
  return leak !== null && leak.endedAt === null && isSuspected(leak);
}

function withSuspicion(
  found: Window,
  sure: Window | null,
  value: number,
  threshold: number,
  own: RuleEvidence["own"],
): RuleEvidence {
  if (sure) return evidenceOf("burst", "medium", sure, "burst_hour", sure.lowest, threshold, own);
  return { ...evidenceOf("burst", "low", found, "burst_hour", value, threshold, own), suspected: true };
}

function hoursInARow(state: LeakState, hours: number, leastGallons: number, leastMinutes: number): Window | null {
  const demand: Demand = {
    hours,
    leastGallons,
    leastMinutes,
    mostStillMinutes: Number.POSITIVE_INFINITY,
    still: 0,
    nightHours: 0,
  };
  return lookBack(state, demand);
}
