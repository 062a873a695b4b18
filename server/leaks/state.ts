import { newDaySoFar, readDaySoFar, writeDaySoFar } from "./day-so-far.ts";
import { newNights, readNights, writeNights } from "./rules/building-nights.ts";
import { ByteReader, ByteWriter } from "./state/bytes.ts";
import { readHeldLeak, writeHeldLeak } from "./state/held-leak.ts";
import { hourOf, newHours, readHours, writeHours } from "./state/hours.ts";
import type { LeakState } from "./state/leak-state.ts";
import { newOwnDays, readOwnDays, writeOwnDays } from "./state/own-history.ts";

/** The state of a meter without a single hour. */
export function newLeakState(): LeakState {
  return {
    processedUntil: 0,
    hours: newHours(),
    ownDays: newOwnDays(),
    usualLowest: 0,
    day: newDaySoFar(0, 0),
    run: 0,
    runStart: 0,
    silence: 0,
    lastSeen: 0,
    lastLeakEnd: 0,
    nights: newNights(),
    leak: null,
    leakChanged: false,
    untaken: { leaks: [], leakGallons: [] },
  };
}

/** Grows with every change of the encoding, and of a rule that makes older states wrong. */
const VERSION = 7;
const writer = new ByteWriter();

/**
 * The state as bytes, about 1 kB. Changes that were not taken yet are left out: take them before storing the state. A
 * checkpoint to rewind to needs none, because snapshotChanges gives everything that could differ.
 */
export function encodeLeakState(s: LeakState): Buffer {
  return Buffer.concat([encodeHourly(s), encodeDaily(s)]);
}

/** The first part of the state as bytes, about 0.3 kB: what changes every hour. */
export function encodeHourly(s: LeakState): Buffer {
  writer.number(VERSION);
  writer.number(s.processedUntil);
  writeHours(s.hours, hourOf(s.processedUntil), writer);
  writer.number(s.usualLowest);
  writeDaySoFar(s.day, writer);
  for (const value of [s.run, s.runStart, s.silence, s.lastSeen, s.lastLeakEnd]) writer.number(value);
  writeNights(s.nights, writer);
  writeHeldLeak(s.leak, writer);
  return writer.take();
}

/** The second part, about 0.7 kB: the meter's own days, of which one is added each midnight. */
export function encodeDaily(s: LeakState): Buffer {
  writeOwnDays(s.ownDays, writer);
  return writer.take();
}

/** Whether bytes are a state of this version: others are of a program with other rules, and need the days fed again. */
export function isCurrentLeakState(b: Uint8Array): boolean {
  return b[0] === VERSION;
}

/** Reads what encodeLeakState wrote. Throws for another version and for bytes that are cut short or too many. */
export function decodeLeakState(b: Uint8Array): LeakState {
  const from = new ByteReader(b);
  const version = from.number();
  if (version !== VERSION) {
    throw new Error(
      `Leak state has version ${version}, this program reads version ${VERSION}: recalculate the meter from its days`,
    );
  }
  const processedUntil = from.number();
  const state: LeakState = {
    processedUntil,
    hours: readHours(hourOf(processedUntil), from),
    usualLowest: from.number(),
    day: readDaySoFar(from),
    run: from.number(),
    runStart: from.number(),
    silence: from.number(),
    lastSeen: from.number(),
    lastLeakEnd: from.number(),
    nights: readNights(from),
    leak: readHeldLeak(from),
    leakChanged: false,
    untaken: { leaks: [], leakGallons: [] },
    ownDays: readOwnDays(from),
  };
  if (!from.atEnd) throw new Error("Leak state is longer than its version says");
  return state;
}
