import { type HeldRule, isSuspected } from "../state/held-leak.ts";
import { beginOf, hourOf, hourOfDay, KEPT_HOURS, MEASURED, STATUS } from "../state/hours.ts";
import type { RuleEvidence } from "../state/leak.ts";
import { type LeakMeter, zeroOf } from "../state/leak-meter.ts";
import type { LeakState } from "../state/leak-state.ts";
import { hasOwnHistory, ownHigh, ownHistoryBefore } from "../state/own-history.ts";
import { type Demand, lookBack, newestHour, previousMeasured, type Window } from "../state/window.ts";
import { evidenceOf } from "./evidence.ts";

/** An hour that is above what it is on so many days at that time of day is part of a burst that begins or stops in it. */
const USUAL_SHARE = 0.9;

/**
 * Burst: the lower of two hours in a row is at least 47 gal and 1.6 times what its own had on two days (on one it may have
 * been an earlier burst). That is a suspicion; it is a leak when for three hours each was above what its own had, when it
 * began and stopped within the outer of four hours that have the water of three, or at once when water ran for 55 minutes
 * in both hours. On a unit two hours of 60 gal with 55 minutes of flow are one whatever it had.
 */
export function burstOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  const suspicion = suspicionOf(state);
  if (suspicion && isSpreadOver(state, meter, suspicion.threshold)) return certain(suspicion, state.processedUntil);
  const newest = newestHour(state).lowest;
  if (newest < Math.min(settings.burstGallons, settings.burstFlowGallons)) return null;
  const flowing = hoursInARow(state, 2, settings.burstFlowGallons, settings.burstFlowMinutes);
  if (flowing?.knowsFlowTime && meter.attachedTo !== "Building") {
    const own = ownHistoryBefore(state.ownDays, flowing.firstHour, settings);
    return evidenceOf(
      "burst",
      "high",
      withOnset(state, meter, flowing),
      "burst_hour",
      flowing.lowest,
      settings.burstFlowGallons,
      own,
    );
  }
  const least = settings.burstGallons + zeroOf(state, meter);
  const two = hoursInARow(state, 2, least, 0);
  if (!two) return null;
  const own = ownHistoryBefore(state.ownDays, two.firstHour, settings);
  if (!own) return null;
  const threshold = Math.max(least, Math.ceil(own.repeatedTwoHours * settings.burstTimesOwn));
  if (suspicion) {
    const lasting = hoursInARow(state, settings.burstSureHours, Math.max(least, own.repeatedTwoHours + 1), 0);
    if (lasting) return certain(suspicion, lasting.endsAt);
  }
  if (two.lowest < threshold) return null;
  const flowingTwo = hoursInARow(state, 2, threshold, settings.burstFlowMinutes);
  if (flowingTwo?.knowsFlowTime)
    return evidenceOf("burst", "high", withOnset(state, meter, two), "burst_hour", two.lowest, threshold, own);
  const sure = hoursInARow(state, settings.burstSureHours, threshold, 0);
  return withSuspicion(withOnset(state, meter, two), sure && withOnset(state, meter, sure), two.lowest, threshold, own);
}

/** Burst on a toilet: one hour of 20 gal and twice what an hour had on two days; a leak when a second one follows. */
export function toiletBurstOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  const { settings } = meter;
  const hour = newestHour(state);
  if (hour.lowest < settings.burstGallonsToilet) return null;
  const own = ownHistoryBefore(state.ownDays, hour.firstHour, settings);
  if (!own) return null;
  const threshold = Math.max(settings.burstGallonsToilet, Math.ceil(own.repeatedHour * settings.burstTimesOwnToilet));
  if (hour.lowest < threshold) return null;
  const sure = hoursInARow(state, settings.burstSureHoursToilet, threshold, 0);
  return withSuspicion(
    withOnset(state, meter, hour),
    sure && withOnset(state, meter, sure),
    hour.lowest,
    threshold,
    own,
  );
}

/** New meter: without own history three hours in a row of 45 gal, on a toilet two of 20. */
export function newMeterBurstOpens(state: LeakState, meter: LeakMeter): RuleEvidence | null {
  if (meter.continuousUseExpected) return null;
  const { settings } = meter;
  const isToilet = meter.attachedTo === "Toilet";
  const least = isToilet ? settings.burstGallonsToilet : settings.newMeterBurstGallons;
  if (newestHour(state).lowest < least) return null;
  const window = hoursInARow(state, isToilet ? settings.burstSureHoursToilet : settings.newMeterBurstHours, least, 0);
  if (!window || hasOwnHistory(state.ownDays, window.firstHour, settings)) return null;
  return evidenceOf("new_meter", "medium", withOnset(state, meter, window), "burst_hour", window.lowest, least, null);
}

/**
 * Whether a burst is over in this hour: it is under half of the one before, or within what the meter used to have (two
 * hours in a row on two days of its own; a toilet's hour). An hour that would still open it is not.
 */
export function isCalm(state: LeakState, meter: LeakMeter, { evidence }: HeldRule, gallons: number): boolean {
  if (gallons >= evidence.threshold) return false;
  const before = previousMeasured(state);
  if (before !== null && gallons * 2 < before) return true;
  const usual = meter.attachedTo === "Toilet" ? evidence.own?.repeatedHour : evidence.own?.repeatedTwoHours;
  return gallons <= (usual ?? 0);
}

/** A burst that stops within an hour leaves it above what the meter has at that time of day on nine days of ten. */
export function isBurstTail(state: LeakState, meter: LeakMeter, gallons: number): boolean {
  if (suspicionOf(state)) return false;
  return gallons > ownHighAt(state, meter, hourOf(state.processedUntil) - 1);
}

/** The window with the hour before it, when that is above what it usually is: the burst began within it. */
function withOnset(state: LeakState, meter: LeakMeter, window: Window): Window {
  const before = window.firstHour - 1;
  const slot = before % KEPT_HOURS;
  const flags = state.hours.flags[slot] ?? 0;
  const lastEnd = state.leak?.endedAt ? hourOf(state.leak.endedAt) : state.lastLeakEnd;
  if (before < lastEnd || (flags & STATUS) !== MEASURED) return window;
  if ((state.hours.gallons[slot] ?? 0) <= ownHighAt(state, meter, before)) return window;
  return { ...window, firstHour: before, startsAt: beginOf(before, flags), measured: window.measured + 1 };
}

function ownHighAt(state: LeakState, meter: LeakMeter, hour: number): number {
  const flags = state.hours.flags[hour % KEPT_HOURS] ?? 0;
  const since = state.leak?.endedAt === null ? hourOf(state.leak.startedAt) : hour;
  return Math.max(meter.count, ownHigh(state.ownDays, since, hourOfDay(flags), USUAL_SHARE, meter.settings));
}

/** The evidence of the suspicion that there is now; null without. */
function suspicionOf({ leak }: LeakState): RuleEvidence | null {
  if (leak === null || leak.endedAt !== null || !isSuspected(leak)) return null;
  return leak.rules[0]?.evidence ?? null;
}

function certain(suspicion: RuleEvidence, windowEnd: number): RuleEvidence {
  return { ...suspicion, suspected: false, confidence: "medium", windowEnd };
}

/**
 * Whether a burst whose first and last hours are partial had the water of as many full hours as make it certain. It takes
 * one hour more than these, up to the newest: the first and last are above what they usually are, the others reach the
 * threshold.
 */
function isSpreadOver(state: LeakState, meter: LeakMeter, threshold: number): boolean {
  const hours = meter.settings.burstSureHours;
  const newest = hourOf(state.processedUntil) - 1;
  let total = 0;
  for (let hour = newest; hour >= newest - hours; hour--) {
    const slot = hour % KEPT_HOURS;
    if (((state.hours.flags[slot] ?? 0) & STATUS) !== MEASURED) return false;
    const gallons = state.hours.gallons[slot] ?? 0;
    const isOuter = hour === newest || hour === newest - hours;
    if (isOuter ? gallons <= ownHighAt(state, meter, hour) : gallons < threshold) return false;
    total += gallons;
  }
  return total >= hours * threshold;
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
