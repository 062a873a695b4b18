import type { MeterDay } from "../readings/meter-day.ts";
import { HOUR_MS } from "../time/durations.ts";
import { beginDay } from "./day-so-far.ts";
import { feedCovered, feedMeasured, feedMissing, statusOf } from "./feed-hour.ts";
import { endForGood } from "./life.ts";
import { leakRow } from "./state/held-leak.ts";
import {
  beginOf,
  CHANGED,
  ELSEWHERE,
  elsewhere,
  type Hours,
  hourOf,
  hourOfDayBits,
  KEPT_HOURS,
  MEASURED,
  MISSING,
  NIGHT,
  NO_EVENTS,
  NO_FLOW_TIME,
  quarterBits,
} from "./state/hours.ts";
import type { LeakChanges } from "./state/leak.ts";
import type { LeakMeter } from "./state/leak-meter.ts";
import type { LeakState } from "./state/leak-state.ts";
import { newLeakState } from "./state.ts";

export type { Evidence, Leak, LeakChanges } from "./state/leak.ts";
export type { LeakMeter } from "./state/leak-meter.ts";

/**
 * Feeds the hours from `state.processedUntil` to the given hour of this local day (exclusive). Hours already fed are
 * skipped; hours between `state.processedUntil` and the day count as missing, so days without a reading may be left out.
 * A meter without data must be fed a day now and then, if need be without values, for its leak to close after 30 days.
 *
 * The result depends on the hours and their order in time alone, however they are portioned.
 */
export function advanceDay(state: LeakState, meter: LeakMeter, day: MeterDay, untilHour: number): void {
  const first = hourOf(day.startsAt);
  const bits = quarterBits(day.startsAt);
  const until = first + Math.min(untilHour, day.hours);
  let hour = state.processedUntil === 0 ? first : hourOf(state.processedUntil);
  for (; hour < first; hour++) {
    enter(state, hour, bits | MISSING);
    feedMissing(state, meter);
  }
  if (hour >= until) return;
  beginDay(state, first, first + day.hours);
  // Six hours of the clock: one fewer or more on the days on which it is changed, which happens at night.
  const nightUntil = first + 6 + day.hours - 24;
  for (; hour < until; hour++) {
    const slotOfDay = hour - first;
    const gallons = day.gallons[slotOfDay] ?? null;
    const status = statusOf(gallons, (day.covered & (1 << slotOfDay)) !== 0);
    const slot = enter(
      state,
      hour,
      bits | hourOfDayBits(slotOfDay, day.hours) | status | (hour < nightUntil ? NIGHT : 0),
    );
    if (status === MEASURED && gallons !== null) {
      state.hours.gallons[slot] = gallons;
      state.hours.flowTime[slot] = day.flowTime?.[slotOfDay] ?? NO_FLOW_TIME;
      state.hours.newestEvents = day.events?.[slotOfDay] ?? NO_EVENTS;
      feedMeasured(state, meter, gallons);
    } else if (status === MISSING) feedMissing(state, meter);
    else feedCovered(state, meter);
  }
}

/**
 * The meter leaves its place after the newest hour fed: its leak ends there, and no hour so far judges, or is part of, what
 * follows.
 * @param keepsHistory whether it is back at the same place later: its own days still count then
 */
export function leavePlace(state: LeakState, meter: LeakMeter, keepsHistory: boolean): void {
  endForGood(state, meter);
  const { processedUntil, hours, untaken, ownDays, usualLowest } = state;
  forEachHour(state, (slot, at, flags) => {
    if (flags & CHANGED) untaken.leakGallons.push({ at, gallons: hours.leakGallons[slot] ?? 0 });
    empty(hours, slot, elsewhere(flags));
  });
  Object.assign(state, newLeakState(), { processedUntil, hours, untaken });
  if (keepsHistory) Object.assign(state, { ownDays, usualLowest });
}

/**
 * What changed since the last take (or since the state was decoded): leaks to upsert by `startedAt`, and leak gallons of
 * hours to write. Hours without leak gallons that never had any are not in it.
 */
export function takeChanges(state: LeakState): LeakChanges {
  const changes = state.untaken;
  state.untaken = { leaks: [], leakGallons: [] };
  if (state.leak && state.leakChanged) changes.leaks.push(leakRow(state.leak, state.silence > 0));
  state.leakChanged = false;
  forEachHour(state, (slot, at, flags) => {
    if (!(flags & CHANGED)) return;
    changes.leakGallons.push({ at, gallons: state.hours.leakGallons[slot] ?? 0 });
    state.hours.flags[slot] = flags & ~CHANGED;
  });
  return changes;
}

/**
 * All that the state holds about the hours and the current leak. To go back to a checkpoint: delete the leaks with
 * `openedAt` after the checkpoint's `processedUntil`, zero the leak gallons of the hours from there on, write these
 * rows, and feed the days again. Everything older than these rows cannot have changed since.
 */
export function snapshotChanges(state: LeakState): LeakChanges {
  const leaks = state.leak ? [leakRow(state.leak, state.silence > 0)] : [];
  const leakGallons: LeakChanges["leakGallons"] = [];
  forEachHour(state, (slot, at, flags) => {
    if (!(flags & ELSEWHERE)) leakGallons.push({ at, gallons: state.hours.leakGallons[slot] ?? 0 });
  });
  return { leaks, leakGallons };
}

/** Makes an hour the newest, empty but for its flags, in the slot of the oldest. Returns the slot. */
function enter(state: LeakState, hour: number, flags: number): number {
  const { hours } = state;
  const slot = hour % KEPT_HOURS;
  const oldFlags = hours.flags[slot] ?? 0;
  if (oldFlags & CHANGED) {
    state.untaken.leakGallons.push({ at: beginOf(hour - KEPT_HOURS, oldFlags), gallons: hours.leakGallons[slot] ?? 0 });
  }
  if (state.leak && (hours.leakGallons[slot] ?? 0) > 0) {
    state.leak.settledUntil = beginOf(hour - KEPT_HOURS, oldFlags) + HOUR_MS;
  }
  empty(hours, slot, flags);
  hours.newestEvents = NO_EVENTS;
  state.processedUntil = beginOf(hour, flags) + HOUR_MS;
  return slot;
}

function empty(hours: Hours, slot: number, flags: number): void {
  hours.flags[slot] = flags;
  hours.gallons[slot] = 0;
  hours.flowTime[slot] = NO_FLOW_TIME;
  hours.leakGallons[slot] = 0;
  hours.excess[slot] = 0;
}

/** Visits the hours kept, oldest first. */
function forEachHour(state: LeakState, visit: (slot: number, at: number, flags: number) => void): void {
  if (state.processedUntil === 0) return;
  const next = hourOf(state.processedUntil);
  for (let hour = next - KEPT_HOURS; hour < next; hour++) {
    const flags = state.hours.flags[hour % KEPT_HOURS] ?? 0;
    visit(hour % KEPT_HOURS, beginOf(hour, flags), flags);
  }
}
