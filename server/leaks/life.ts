import { HOUR_MS } from "../metering/meter-day.ts";
import { type HeldLeak, leakRow } from "./held-leak.ts";
import { beginOf, CHANGED, hourOf, IN_LEAK, KEPT_HOURS, MEASURED, STATUS } from "./hours.ts";
import type { RuleEvidence } from "./leak.ts";
import { type LeakMeter, stillUpTo } from "./leak-meter.ts";
import { ownHistoryBefore, removeOwnDaysSince } from "./own-history.ts";
import { HOURS_AFTER } from "./quietest-three.ts";
import { leakRules } from "./rules.ts";
import { floorAboveOwn } from "./settings.ts";
import type { LeakState } from "./state.ts";

/**
 * What a measured hour, the newest fed, means for the leak: it goes on, is dry, ends, or opens.
 *
 * A leak starts at the first wet hour of the window that opened it, and ends at two dry measured hours in a row; dry is an
 * hour at or below the meter's own usual lowest. A leak that starts within 24 h of the end of the one before is the same.
 */
export function liveMeasuredHour(state: LeakState, meter: LeakMeter, gallons: number): void {
  const leak = state.leak;
  if (!leak || leak.endedAt !== null) {
    if (gallons > stillUpTo(state, meter)) open(state, meter);
    return;
  }
  const newest = hourOf(state.processedUntil) - 1;
  markInLeak(state, newest, newest);
  state.leakChanged = true;
  if (gallons <= dryUpTo(leak, meter)) {
    if (leak.dryHours++ === 0) leak.dryFrom = state.processedUntil - HOUR_MS;
    if (leakRules.every((rule) => !hasRule(leak, rule.name) || rule.ends(leak, meter.settings))) {
      end(state, meter, leak.dryFrom);
      return;
    }
  } else {
    leak.dryHours = 0;
    leak.lastConfirmedAt = state.processedUntil;
    addEvidence(leak, newEvidence(state, meter, leak));
  }
  setLeakGallons(state, meter, newest - HOURS_AFTER);
}

/**
 * What an hour without a value, the newest fed, means for the leak: nothing for its life, it is only unconfirmed; but
 * after 30 days without a reading it is over since it was last confirmed.
 */
export function liveMissingHour(state: LeakState, meter: LeakMeter): void {
  if (!state.leak || state.leak.endedAt !== null) return;
  if (state.silence === 1) state.leakChanged = true;
  const silent = hourOf(state.processedUntil) - 1 - state.lastHeard;
  if (silent >= meter.settings.silentDaysToClose * 24) end(state, meter, state.leak.lastConfirmedAt);
}

/** Lets go of a leak that ended so long ago that neither an opening nor a revised hour can reach it any more. */
export function forgetEndedLeak(state: LeakState, meter: LeakMeter): void {
  const endedAt = state.leak?.endedAt;
  if (!endedAt) return;
  const reach = KEPT_HOURS + meter.settings.sameLeakHours;
  if (hourOf(state.processedUntil) - hourOf(endedAt) > reach) putAside(state);
}

function open(state: LeakState, meter: LeakMeter): void {
  const evidence = newEvidence(state, meter, null);
  const first = evidence[0];
  if (!first) return;
  const windowStart = Math.min(...evidence.map((one) => one.windowStart));
  const newest = hourOf(state.processedUntil) - 1;
  const startHour = firstWetHour(state, hourOf(windowStart), newest, stillUpTo(state, meter));
  const startedAt = beginOf(startHour, state.hours.flags[startHour % KEPT_HOURS] ?? 0);
  removeOwnDaysSince(state.ownDays, startHour);
  refreshUsualLowest(state, meter);

  const before = state.leak;
  if (before?.endedAt && startHour - hourOf(before.endedAt) <= meter.settings.sameLeakHours) {
    before.endedAt = null;
    before.dryHours = 0;
    before.lastConfirmedAt = state.processedUntil;
    addEvidence(before, evidence);
  } else {
    putAside(state);
    state.leak = {
      startedAt,
      openedAt: state.processedUntil,
      lastConfirmedAt: state.processedUntil,
      endedAt: null,
      totalGallons: 0,
      usualLowest: state.usualLowest,
      dryHours: 0,
      dryFrom: 0,
      evidence,
    };
  }
  state.leakChanged = true;
  markInLeak(state, startHour, newest);
  setLeakGallons(state, meter, startHour);
}

function end(state: LeakState, meter: LeakMeter, at: number): void {
  const leak = state.leak;
  if (!leak) return;
  leak.endedAt = at;
  state.leakChanged = true;
  state.run = 0;
  const newest = hourOf(state.processedUntil) - 1;
  const over = Math.max(hourOf(at), newest - KEPT_HOURS + 1);
  for (let hour = over; hour <= newest; hour++) {
    const slot = hour % KEPT_HOURS;
    state.hours.flags[slot] = (state.hours.flags[slot] ?? 0) & ~IN_LEAK;
  }
  setLeakGallons(state, meter, over - HOURS_AFTER);
}

/** Evidence of the rules that hold at the newest hour and are not among the leak's yet. */
function newEvidence(state: LeakState, meter: LeakMeter, leak: HeldLeak | null): RuleEvidence[] {
  const found: RuleEvidence[] = [];
  for (const rule of leakRules) {
    if (!rule.points.includes(meter.attachedTo) || (leak && hasRule(leak, rule.name))) continue;
    const evidence = rule.opens(state, meter);
    if (evidence) found.push(evidence);
  }
  return found;
}

function addEvidence(leak: HeldLeak, evidence: RuleEvidence[]): void {
  for (const one of evidence) if (!hasRule(leak, one.rule)) leak.evidence.push(one);
}

function hasRule(leak: HeldLeak, rule: RuleEvidence["rule"]): boolean {
  for (const one of leak.evidence) if (one.rule === rule) return true;
  return false;
}

/** An hour of the leak with no more than this is dry. */
function dryUpTo(leak: HeldLeak, meter: LeakMeter): number {
  if (!meter.continuousUseExpected) return leak.usualLowest;
  return leak.usualLowest + floorAboveOwn(meter.settings, meter.attachedTo);
}

function firstWetHour(state: LeakState, from: number, newest: number, still: number): number {
  for (let hour = from; hour < newest; hour++) {
    const slot = hour % KEPT_HOURS;
    if (((state.hours.flags[slot] ?? 0) & STATUS) === MEASURED && (state.hours.gallons[slot] ?? 0) > still) return hour;
  }
  return newest;
}

function markInLeak(state: LeakState, from: number, to: number): void {
  for (let hour = from; hour <= to; hour++) {
    const slot = hour % KEPT_HOURS;
    const flags = state.hours.flags[slot] ?? 0;
    if ((flags & STATUS) === MEASURED) state.hours.flags[slot] = flags | IN_LEAK;
  }
}

/** Works out the leak gallons from an hour on (as far as hours are kept), and the leak's total with them. Dry hours have none. */
function setLeakGallons(state: LeakState, meter: LeakMeter, from: number): void {
  const leak = state.leak;
  if (!leak) return;
  const { flags, gallons, leakGallons } = state.hours;
  const zero = meter.continuousUseExpected ? leak.usualLowest : 0;
  const dry = dryUpTo(leak, meter);
  const newest = hourOf(state.processedUntil) - 1;
  const start = Math.max(from, hourOf(leak.startedAt), newest - KEPT_HOURS + 1);
  const methods = new Set(leakRules.filter((rule) => hasRule(leak, rule.name)).map((rule) => rule.leakGallons));
  for (let hour = start; hour <= newest; hour++) {
    const slot = hour % KEPT_HOURS;
    let most = 0;
    if ((flags[slot] ?? 0) & IN_LEAK && (gallons[slot] ?? 0) > dry) {
      for (const method of methods) most = Math.max(most, method(state, hour, zero, leak.usualLowest - zero));
    }
    const change = most - (leakGallons[slot] ?? 0);
    if (change === 0) continue;
    leakGallons[slot] = most;
    flags[slot] = (flags[slot] ?? 0) | CHANGED;
    leak.totalGallons += change;
  }
}

/** Works the usual lowest hour out again after the own history changed. */
export function refreshUsualLowest(state: LeakState, meter: LeakMeter): void {
  const own = ownHistoryBefore(state.ownDays, Number.POSITIVE_INFINITY, meter.settings);
  state.usualLowest = own?.usualLowest ?? 0;
}

function putAside(state: LeakState): void {
  if (state.leak && state.leakChanged) state.untaken.leaks.push(leakRow(state.leak, false));
  state.leak = null;
  state.leakChanged = false;
}
