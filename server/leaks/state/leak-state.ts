import type { HeldLeak } from "./held-leak.ts";
import type { Hours } from "./hours.ts";
import type { LeakChanges } from "./leak.ts";
import type { OwnDays } from "./own-history.ts";

/** The night that is being measured, and the last four that were. */
export interface Nights {
  open: Night;
  past: Night[];
}

/** What the local day being fed (with those before it that were too little for one) has shown so far. Hours are numbered by UTC hour; volumes in thousandths of a gallon. */
export interface DaySoFar {
  /** Numbers of its first hour and of the hour after its last; both 0 between days. */
  start: number;
  end: number;
  /** Measured and covered hours. */
  measured: number;
  /** Measured hours between 00:00 and 06:00. */
  night: number;
  /** -1: none measured. */
  lowest: number;
  highestLowest: number;
  longestRun: number;
  highestTwoHours: number;
  highestHour: number;
  shortestRest: number;
}

/**
 * All that the rules remember of one meter: a function of its measured hours up to `processedUntil` and its settings,
 * however the hours were portioned. Plain and mutable; only `advanceDay` changes it.
 */
export interface LeakState {
  /** End of the newest hour fed, milliseconds since the epoch; 0 before the first. */
  processedUntil: number;
  hours: Hours;
  ownDays: OwnDays;
  /** The usual lowest hour over the own history as it stands (0 without one): kept because tagged meters need it every hour. */
  usualLowest: number;
  day: DaySoFar;
  /** Measured hours in a row with water up to now, and the number of the first. */
  run: number;
  runStart: number;
  /** Missing hours in a row up to now, and the number of the newest hour that is not missing. */
  silence: number;
  lastSeen: number;
  /** Number of the hour from which the last leak that was more than a suspicion no longer ran; no window reaches behind it. 0: none. */
  lastLeakEnd: number;
  nights: Nights;
  leak: HeldLeak | null;
  /** The held leak changed since the changes were last taken. Like `untaken`, no part of the encoding. */
  leakChanged: boolean;
  /** Changes that are no longer held: of leaks replaced, and of hours older than those kept. */
  untaken: LeakChanges;
}

/** The lowest measured hour between two and five of one night. Hours by number, volumes in thousandths of a gallon. */
export interface Night {
  /** Its first measured hour. */
  from: number;
  /** The hour at which it was complete: the one at four, or the next measured one. */
  seenAt: number;
  lowest: number;
  measured: number;
}
