import { ByteReader, ByteWriter } from "./bytes.ts";
import { type HeldLeak, readHeldLeak, writeHeldLeak } from "./held-leak.ts";
import { type Hours, newHours, readHours, writeHours } from "./hours.ts";
import type { LeakChanges } from "./leak.ts";
import { newOwnDays, type OwnDays, readOwnDays, writeOwnDays } from "./own-history.ts";

/** What the local day being fed has shown so far. Hours are numbered by UTC hour; volumes in thousandths of a gallon. */
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
  lastHeard: number;
  leak: HeldLeak | null;
  /** The held leak changed since the changes were last taken. Like `untaken`, no part of the encoding. */
  leakChanged: boolean;
  /** Changes that are no longer held: of leaks replaced, and of hours older than those kept. */
  untaken: LeakChanges;
}

/** The state of a meter without a single hour. */
export function newLeakState(): LeakState {
  return {
    processedUntil: 0,
    hours: newHours(),
    ownDays: newOwnDays(),
    usualLowest: 0,
    day: { start: 0, end: 0, measured: 0, night: 0, lowest: -1, highestLowest: 0, longestRun: 0 },
    run: 0,
    runStart: 0,
    silence: 0,
    lastHeard: 0,
    leak: null,
    leakChanged: false,
    untaken: { leaks: [], leakGallons: [] },
  };
}

/** Grows with every change of the encoding, and of a rule that makes older states wrong. */
const VERSION = 1;
const writer = new ByteWriter();

/**
 * The state as bytes, about 1 kB. Changes that were not taken yet are left out: take them before storing the state. A
 * checkpoint to rewind to needs none, because snapshotChanges gives everything that could differ.
 */
export function encodeLeakState(s: LeakState): Buffer {
  writer.number(VERSION);
  writer.number(s.processedUntil);
  writeHours(s.hours, writer);
  writeOwnDays(s.ownDays, writer);
  for (const value of [s.usualLowest, s.day.start, s.day.end, s.day.measured, s.day.night]) writer.number(value);
  for (const value of [s.day.lowest + 1, s.day.highestLowest, s.day.longestRun]) writer.number(value);
  for (const value of [s.run, s.runStart, s.silence, s.lastHeard]) writer.number(value);
  writeHeldLeak(s.leak, writer);
  return writer.take();
}

/** Reads what encodeLeakState wrote. Throws for another version and for bytes that are cut short or too many. */
export function decodeLeakState(b: Uint8Array): LeakState {
  const from = new ByteReader(b);
  const version = from.number();
  if (version !== VERSION) {
    throw new Error(
      `Leak state has version ${version}, this program reads version ${VERSION}: feed the meter's days anew`,
    );
  }
  const state: LeakState = {
    processedUntil: from.number(),
    hours: readHours(from),
    ownDays: readOwnDays(from),
    usualLowest: from.number(),
    day: {
      start: from.number(),
      end: from.number(),
      measured: from.number(),
      night: from.number(),
      lowest: from.number() - 1,
      highestLowest: from.number(),
      longestRun: from.number(),
    },
    run: from.number(),
    runStart: from.number(),
    silence: from.number(),
    lastHeard: from.number(),
    leak: readHeldLeak(from),
    leakChanged: false,
    untaken: { leaks: [], leakGallons: [] },
  };
  if (!from.atEnd) throw new Error("Leak state is longer than its version says");
  return state;
}
