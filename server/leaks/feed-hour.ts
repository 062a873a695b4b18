import { addToOwnHistory, newDaySoFar, noteHour } from "./day-so-far.ts";
import { forgetEndedLeak, liveMeasuredHour, liveMissingHour } from "./life.ts";
import { noteNight } from "./rules/building-nights.ts";
import { markHeavyHour } from "./rules/often.ts";
import { longRunHours } from "./settings/leak-settings.ts";
import { isRunning, isSuspected } from "./state/held-leak.ts";
import { COVERED, hourOf, MEASURED, MISSING } from "./state/hours.ts";
import { type LeakMeter, stillUpTo } from "./state/leak-meter.ts";
import type { LeakState } from "./state/leak-state.ts";
import { lookBack } from "./state/window.ts";

/** The newest hour, already among the state's hours, has this value in thousandths of a gallon. */
export function feedMeasured(state: LeakState, meter: LeakMeter, gallons: number): void {
  const { day } = state;
  const newest = hourOf(state.processedUntil) - 1;
  noteData(state, newest);
  noteHour(state, meter, gallons);
  if (meter.attachedTo === "Building") noteNight(state, gallons);
  else markHeavyHour(state, meter, gallons);
  if (gallons > stillUpTo(state, meter)) {
    if (state.run++ === 0) state.runStart = newest;
    if (state.run >= meter.settings.floorHours) noteLowestOfWindow(state, meter);
  } else {
    // A run that is a leak is no habit of this meter.
    if (!isRunning(state.leak) && state.run > day.longestRun) day.longestRun = state.run;
    state.run = 0;
  }
  liveMeasuredHour(state, meter, gallons);
  closeDayAtItsEnd(state, meter);
}

/** The newest hour counts as measured, and is neither flow nor stillness. */
export function feedCovered(state: LeakState, meter: LeakMeter): void {
  if (state.silence > 0 && state.leak?.endedAt === null) state.leakChanged = true;
  noteData(state, hourOf(state.processedUntil) - 1);
  closeDayAtItsEnd(state, meter);
}

/** The newest hour has no value. A silence of more than half of what a long run takes cuts the run. */
export function feedMissing(state: LeakState, meter: LeakMeter): void {
  state.silence++;
  if (state.silence > longRunHours(meter.settings, meter.attachedTo) / 2) state.run = 0;
  liveMissingHour(state, meter);
  closeDayAtItsEnd(state, meter);
}

/** What feedMeasured, feedCovered and feedMissing are for, by the status of the hour. */
export function statusOf(gallons: number | null | undefined, covered: boolean): number {
  if (covered) return COVERED;
  return gallons === null || gallons === undefined ? MISSING : MEASURED;
}

function noteData(state: LeakState, hour: number): void {
  state.silence = 0;
  state.lastSeen = hour;
  state.day.measured++;
}

function noteLowestOfWindow(state: LeakState, meter: LeakMeter): void {
  const hours = meter.settings.floorHours;
  const any = Number.POSITIVE_INFINITY;
  const nightHours = meter.settings.floorNightHours;
  const demand = { hours, leastGallons: 0, leastMinutes: 0, mostStillMinutes: any, still: 0, nightHours };
  const window = lookBack(state, demand);
  if (window && window.lowest > state.day.highestLowest) state.day.highestLowest = window.lowest;
}

function closeDayAtItsEnd(state: LeakState, meter: LeakMeter): void {
  const { day } = state;
  if (hourOf(state.processedUntil) !== day.end) return;
  const goesOn = !leakRanSince(state, day.start) && !addToOwnHistory(state, meter) && day.measured > 0;
  forgetEndedLeak(state, meter);
  if (!goesOn) state.day = newDaySoFar(0, 0);
}

function leakRanSince(state: LeakState, hour: number): boolean {
  if (!state.leak || isSuspected(state.leak)) return false;
  return state.leak.endedAt === null || hourOf(state.leak.endedAt) > hour;
}
