import { bitOf, countBackwards, markInLeak, setLeakGallons, takeIn } from "./leak-gallons.ts";
import { type LeakRule, leakRules, ruleOf } from "./rules/rules.ts";
import { longRunHours } from "./settings/leak-settings.ts";
import { type HeldLeak, type HeldRule, isSuspected, leakRow } from "./state/held-leak.ts";
import { beginOf, hourOf, IN_LEAK, KEPT_HOURS, MEASURED, STATUS } from "./state/hours.ts";
import type { LeakGallonsMethod, RuleEvidence } from "./state/leak.ts";
import { dryUpTo, type LeakMeter, stillUpTo } from "./state/leak-meter.ts";
import type { LeakState } from "./state/leak-state.ts";
import { removeOwnDaysSince, usualLowestOf } from "./state/own-history.ts";

interface Opening {
  rule: LeakRule;
  evidence: RuleEvidence;
}

/**
 * What a measured hour, the newest fed, means for the leak: it goes on, is quiet, ends, or opens.
 *
 * A leak starts at the first hour with flow of the window that opened it. Each of its rules is over after its own
 * number of quiet hours in a row; the leak ends when all of them are, where the last of them fell quiet. Rules
 * that only saw a steady flow do not outlast it (isOutlasted). A leak that starts within 24 h of the end of the one before is
 * the same.
 */
export function liveMeasuredHour(state: LeakState, meter: LeakMeter, gallons: number): void {
  const leak = state.leak;
  const hasFlow = gallons > stillUpTo(state, meter);
  if (!leak || leak.endedAt !== null) {
    if (hasFlow) open(state, meter);
    return;
  }
  if (isSuspected(leak) && hasFlow) {
    // A burst can become certain in the very hour in which it stops.
    const opening = openings(state, meter, leak);
    if (opening.length > 0) {
      join(state, meter, leak, opening);
      return;
    }
  }
  const newest = hourOf(state.processedUntil) - 1;
  state.leakChanged = true;
  let from = newest + 1;
  let isSeen = false;
  markNewest(state, meter, leak);
  for (const held of leak.rules) {
    if (held.over) continue;
    const rule = ruleOf(held.evidence);
    const quiet = rule.isQuiet(state, meter, held, gallons, leak);
    if (quiet === false) {
      held.quiet = 0;
      isSeen = true;
    } else if (quiet && held.quiet++ === 0) {
      held.quietFrom = rule.isTail(state, meter, gallons) ? state.processedUntil : beginOfNewest(state);
    }
    held.over = held.quiet >= rule.quietToEnd(meter.settings, meter.attachedTo);
    if (held.over) from = Math.min(from, hourOf(held.quietFrom));
  }
  if (isSeen) leak.lastConfirmedAt = state.processedUntil;
  const stopped = leak.rules.filter(({ over }) => over);
  const goesOn = leak.rules.some((held) => !held.over && !isOutlasted(held, stopped, newest, meter));
  if (!goesOn) {
    end(state, meter, Math.max(...stopped.map((held) => held.quietFrom)));
    return;
  }
  unmark(state, leak, from);
  if (isSuspected(leak)) return;
  const opening = hasFlow && gallons > dryUpTo(leak, meter) ? openings(state, meter, leak) : [];
  if (opening.length > 0) join(state, meter, leak, opening);
  else setLeakGallons(state, meter, Math.min(from, newest));
}

/**
 * What an hour without a value, the newest fed, means for the leak: nothing for its life, it is only unconfirmed; but
 * after 30 days without a reading it is over since it was last confirmed.
 */
export function liveMissingHour(state: LeakState, meter: LeakMeter): void {
  if (!state.leak || state.leak.endedAt !== null) return;
  if (state.silence === 1) state.leakChanged = true;
  const silent = hourOf(state.processedUntil) - 1 - state.lastSeen;
  if (silent >= meter.settings.silentDaysToClose * 24) end(state, meter, state.leak.lastConfirmedAt);
}

/** Ends the leak with the newest hour fed, unless it ended before, and lets go of it. */
export function endForGood(state: LeakState, meter: LeakMeter): void {
  if (state.leak?.endedAt === null) end(state, meter, state.processedUntil);
  releaseLeak(state);
}

/** Lets go of a leak that ended so long ago that neither an opening nor a revised hour can reach it any more. */
export function forgetEndedLeak(state: LeakState, meter: LeakMeter): void {
  const endedAt = state.leak?.endedAt;
  if (!endedAt) return;
  const reach = KEPT_HOURS + Math.max(...leakRules.map((rule) => rule.sameLeakHours(meter.settings)));
  if (hourOf(state.processedUntil) - hourOf(endedAt) > reach) releaseLeak(state);
}

function open(state: LeakState, meter: LeakMeter): void {
  const opening = openings(state, meter, null);
  if (opening.length === 0) return;
  const startHour = Math.min(...opening.map(({ evidence }) => firstFlowHour(state, meter, evidence)));
  const before = state.leak;
  if (before?.endedAt && !isSuspected(before)) {
    if (startHour - hourOf(before.endedAt) <= sameLeakHours(meter, before, opening)) {
      // A suspicion alone brings no leak back.
      if (opening.every(({ evidence }) => evidence.suspected)) return;
      before.endedAt = null;
      join(state, meter, before, opening);
      return;
    }
  }
  releaseLeak(state);
  const leak: HeldLeak = {
    startedAt: beginOf(startHour, state.hours.flags[startHour % KEPT_HOURS] ?? 0),
    openedAt: state.processedUntil,
    lastConfirmedAt: state.processedUntil,
    endedAt: null,
    totalGallons: 0,
    usualLowest: 0,
    shortfall: 0,
    settledUntil: 0,
    rules: [],
  };
  state.leak = leak;
  join(state, meter, leak, opening);
}

/** Within how many hours of its end a leak goes on with this opening: by a rule of its own the rule's, else the usual. */
function sameLeakHours({ settings }: LeakMeter, before: HeldLeak, opening: Opening[]): number {
  const again = opening.filter(({ evidence }) => before.rules.some((held) => isOf(held.evidence, evidence)));
  return Math.max(settings.sameLeakHours, ...again.map(({ rule }) => rule.sameLeakHours(settings)));
}

/** Adds the rules that opened to the leak, or resumes those of its rules that were over. */
function join(state: LeakState, meter: LeakMeter, leak: HeldLeak, opening: Opening[]): void {
  const wasSuspected = isSuspected(leak);
  if (wasSuspected && opening.some(({ evidence }) => !evidence.suspected)) dropSuspicion(state, leak);
  state.leakChanged = true;
  leak.lastConfirmedAt = state.processedUntil;
  let from = hourOf(state.processedUntil) - 1;
  for (const { evidence } of opening) {
    const { windowStart: openedFrom, windowEnd: openedAt } = evidence;
    const held = leak.rules.find((one) => isOf(one.evidence, evidence));
    if (held) {
      held.openedFrom = openedFrom;
      held.openedAt = openedAt;
      held.quiet = 0;
      held.over = false;
    } else leak.rules.push({ evidence, openedFrom, openedAt, quiet: 0, quietFrom: 0, over: false });
    from = Math.min(from, firstFlowHour(state, meter, evidence));
  }
  const isSure = !isSuspected(leak);
  if (isSure) {
    removeOwnDaysSince(state.ownDays, wasSuspected ? hourOf(leak.startedAt) : from);
    state.usualLowest = usualLowestOf(state.ownDays, meter.settings);
    if (wasSuspected) leak.usualLowest = state.usualLowest;
  }
  for (const { rule, evidence } of opening) {
    const start = Math.max(firstFlowHour(state, meter, evidence), hourOf(leak.startedAt));
    takeIn(state, meter, rule.leakGallons, start);
    countBackwards(state, meter, rule.leakGallons, start);
  }
  if (isSure) setLeakGallons(state, meter, from);
}

/** Removes a suspicion once a rule is certain, which may be the same rule. */
function dropSuspicion(state: LeakState, leak: HeldLeak): void {
  leak.rules = [];
  leak.shortfall = 0;
  markInLeak(state, hourOf(leak.startedAt), IN_LEAK, false);
}

/** Ends the leak at an instant, or with its last leak gallons that cannot be taken back: those of hours that are not kept. */
function end(state: LeakState, meter: LeakMeter, since: number): void {
  const leak = state.leak;
  if (!leak) return;
  const at = Math.max(since, leak.settledUntil);
  leak.endedAt = at;
  leak.lastConfirmedAt = Math.min(leak.lastConfirmedAt, at);
  leak.shortfall = 0;
  for (const held of leak.rules) held.over = true;
  state.leakChanged = true;
  if (isSuspected(leak)) {
    markInLeak(state, hourOf(leak.startedAt), IN_LEAK, false);
    return;
  }
  state.lastLeakEnd = hourOf(at);
  state.run = 0;
  unmark(state, leak, hourOf(at));
  setLeakGallons(state, meter, hourOf(at));
}

/** Takes the marks of methods away from an hour on that none of the leak's rules needs any more. */
function unmark(state: LeakState, leak: HeldLeak, from: number): void {
  for (const method of ["rate", "excess"] as const) {
    const bit = bitOf(method);
    const isNeeded = leak.rules.some((held) => !held.over && bitOf(ruleOf(held.evidence).leakGallons) === bit);
    if (isNeeded) continue;
    markInLeak(state, from, bit, false);
    if (method === "excess") leak.shortfall = 0;
  }
}

/** Makes the newest hour part of the leak, by those of its rules that are not over. */
function markNewest(state: LeakState, meter: LeakMeter, leak: HeldLeak): void {
  const newest = hourOf(state.processedUntil) - 1;
  const methods = new Set<LeakGallonsMethod>();
  for (const held of leak.rules) if (!held.over) methods.add(ruleOf(held.evidence).leakGallons);
  // Excess and running are one account.
  if (methods.has("excess")) methods.delete("running");
  for (const method of methods) takeIn(state, meter, method, newest);
  for (const method of methods) countBackwards(state, meter, method, newest);
}

/** What rules that are not among the leak's (or over, or only suspect) find at the newest hour. */
function openings(state: LeakState, meter: LeakMeter, leak: HeldLeak | null): Opening[] {
  const found: Opening[] = [];
  for (const rule of leakRules) {
    if (!rule.points.includes(meter.attachedTo)) continue;
    const held = leak ? heldOf(leak, rule) : null;
    if (held && !held.over && !held.evidence.suspected) continue;
    const evidence = rule.opens(state, meter);
    // Beside a leak, suspected or certain, a suspicion adds nothing.
    if (evidence && !(leak && evidence.suspected)) found.push({ rule, evidence });
  }
  return found;
}

function heldOf(leak: HeldLeak, rule: LeakRule): HeldRule | null {
  for (const held of leak.rules)
    if (held.evidence.rule === rule.name && held.evidence.measure === rule.measure) return held;
  return null;
}

/**
 * Whether a rule only saw the water of a steady flow (continuous, floor) that has stopped since. Heavy use did when it opened
 * while that flow ran: afterwards household use alone would keep it going. A long run did if an hour is dry before it would
 * have opened without that flow: a trickle that is left has water in every hour.
 */
function isOutlasted(
  { evidence: { measure }, openedAt, quiet }: HeldRule,
  stopped: readonly HeldRule[],
  newest: number,
  { settings, attachedTo }: LeakMeter,
): boolean {
  const isRun = measure === "hours_with_water" && quiet > 0;
  if (measure !== "heavy_points" && !isRun) return false;
  return stopped.some(
    (one) =>
      isSteady(one.evidence) &&
      one.openedFrom <= openedAt &&
      openedAt <= one.quietFrom &&
      !(isRun && newest - hourOf(one.quietFrom) > longRunHours(settings, attachedTo)),
  );
}

/** Whether a rule opens by flow that fills every hour. */
function isSteady({ measure }: RuleEvidence): boolean {
  return measure === "flow_minutes" || measure === "lowest_hour";
}

function isOf(one: RuleEvidence, other: RuleEvidence): boolean {
  return one.rule === other.rule && one.measure === other.measure;
}

function firstFlowHour(state: LeakState, meter: LeakMeter, evidence: RuleEvidence): number {
  const newest = hourOf(state.processedUntil) - 1;
  const still = stillUpTo(state, meter);
  for (let hour = Math.max(hourOf(evidence.windowStart), newest - KEPT_HOURS + 1); hour < newest; hour++) {
    const slot = hour % KEPT_HOURS;
    if (((state.hours.flags[slot] ?? 0) & STATUS) === MEASURED && (state.hours.gallons[slot] ?? 0) > still) return hour;
  }
  return newest;
}

function beginOfNewest(state: LeakState): number {
  const newest = hourOf(state.processedUntil) - 1;
  return beginOf(newest, state.hours.flags[newest % KEPT_HOURS] ?? 0);
}

function releaseLeak(state: LeakState): void {
  if (state.leak && state.leakChanged) state.untaken.leaks.push(leakRow(state.leak, false));
  state.leak = null;
  state.leakChanged = false;
}
