import { lowestAtNight } from "./rules/building-nights.ts";
import { longestRest } from "./rules/no-rest.ts";
import type { ByteReader, ByteWriter } from "./state/bytes.ts";
import { hourOf, hourOfDay, KEPT_HOURS, MEASURED, NIGHT, STATUS } from "./state/hours.ts";
import type { LeakMeter } from "./state/leak-meter.ts";
import type { DaySoFar, LeakState } from "./state/leak-state.ts";
import { addOwnDay, NO_REST_SEEN, usualLowestOf } from "./state/own-history.ts";
import { profileCode } from "./state/own-profile.ts";
import { previousMeasured } from "./state/window.ts";

/** Measured hours that make a day of the own history: three quarters of one, as for a *read* day. */
const LEAST_MEASURED = 18;
/** Local days that together may make one: four, clocks changed on two of them. They must be among the hours kept. */
const MOST_HOURS = 98;

const profile = new Uint8Array(24);

export function newDaySoFar(start: number, end: number): DaySoFar {
  return {
    start,
    end,
    measured: 0,
    night: 0,
    lowest: -1,
    highestLowest: 0,
    longestRun: 0,
    highestTwoHours: 0,
    highestHour: 0,
    shortestRest: NO_REST_SEEN,
  };
}

/** Enters the newest hour, a measured one, in the day's account. */
export function noteHour(state: LeakState, meter: LeakMeter, gallons: number): void {
  const { day } = state;
  const newest = hourOf(state.processedUntil) - 1;
  if ((state.hours.flags[newest % KEPT_HOURS] ?? 0) & NIGHT) day.night++;
  if (day.lowest < 0 || gallons < day.lowest) day.lowest = gallons;
  if (gallons > day.highestHour) day.highestHour = gallons;
  if (gallons > day.highestTwoHours) {
    day.highestTwoHours = Math.max(day.highestTwoHours, Math.min(gallons, previousMeasured(state) ?? 0));
  }
  if (meter.attachedTo !== "Toilet" || gallons === 0) return;
  const rest = longestRest(state, meter.settings.restWindowHours);
  if (rest && rest.longest < day.shortestRest) day.shortestRest = rest.longest;
}

/**
 * Begins the local day of the hours from `start` to `end`, or goes on in it. After days with too few hours it adds to
 * them: else a meter of which ten hours a day are read would never have a history to be held against.
 */
export function beginDay(state: LeakState, start: number, end: number): void {
  if (state.day.end === end) return;
  if (state.day.end === 0 || end - state.day.start > MOST_HOURS) state.day = newDaySoFar(start, end);
  else state.day.end = end;
}

/** Takes a finished day on which no leak ran into the own history. Returns false when too little of it was measured. */
export function addToOwnHistory(state: LeakState, meter: LeakMeter): boolean {
  const { day } = state;
  if (day.measured < LEAST_MEASURED || day.night === 0) return false;
  profile.fill(profileCode(null));
  for (let hour = day.start; hour < day.end; hour++) {
    const slot = hour % KEPT_HOURS;
    const flags = state.hours.flags[slot] ?? 0;
    if ((flags & STATUS) === MEASURED) profile[hourOfDay(flags)] = profileCode(state.hours.gallons[slot] ?? 0);
  }
  const lowestNight = lowestAtNight(state, day.start, day.end);
  const night = lowestNight === null ? 0 : lowestNight + 1;
  const row = {
    ...day,
    highestLowest: Math.max(day.highestLowest, day.lowest),
    lowest: Math.max(0, day.lowest),
    night,
  };
  addOwnDay(state.ownDays, day.end, row, profile);
  state.usualLowest = usualLowestOf(state.ownDays, meter.settings);
  return true;
}

export function writeDaySoFar(day: DaySoFar, to: ByteWriter): void {
  for (const value of [day.start, day.end, day.measured, day.night, day.lowest + 1]) to.number(value);
  for (const value of [day.highestLowest, day.longestRun, day.highestTwoHours]) to.number(value);
  for (const value of [day.highestHour, day.shortestRest]) to.number(value);
}

/** Reads what writeDaySoFar wrote. */
export function readDaySoFar(from: ByteReader): DaySoFar {
  return {
    start: from.number(),
    end: from.number(),
    measured: from.number(),
    night: from.number(),
    lowest: from.number() - 1,
    highestLowest: from.number(),
    longestRun: from.number(),
    highestTwoHours: from.number(),
    highestHour: from.number(),
    shortestRest: from.number(),
  };
}
