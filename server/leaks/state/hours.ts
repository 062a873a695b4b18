import { HOUR_MS } from "../../time/durations.ts";
import type { ByteReader, ByteWriter } from "./bytes.ts";

/** Hours kept: enough for a window of 96 measured hours within half again as many hours of the clock. */
export const KEPT_HOURS = 144;

/** What is known of an hour, the lowest two bits of its flags. */
export const MISSING = 0;
export const MEASURED = 1;
export const COVERED = 2;
export const STATUS = 3;
/** The hour begins between 00:00 and 06:00 local time. */
export const NIGHT = 4;
/** The hour is part of a leak by a rule whose leak gallons follow from the rate around the hour. */
export const AT_RATE = 8;
/** Its leak gallons changed since the changes were last taken. */
export const CHANGED = 16;
/** Quarters of an hour by which the hour begins after a full UTC hour (zones such as India's): two bits. */
const QUARTER_SHIFT = 5;
const QUARTER_BITS = 3;
const QUARTER_MS = HOUR_MS / 4;
/** Like AT_RATE, by a rule whose leak gallons follow from the hours before it. */
export const IN_EXCESS = 128;
/** An hour of heavy use, as the rule often counts them. */
export const HEAVY = 8192;
/** The hour was measured at another place, or before its meter left this one: no rule reads it, and nothing of it changes. */
export const ELSEWHERE = 16384;
/** Belongs to the life of a leak. */
export const IN_LEAK = AT_RATE | IN_EXCESS;
/** The hour of the local day, 0 to 23: five bits. */
const HOUR_OF_DAY_SHIFT = 8;
const HOUR_OF_DAY_BITS = 31;

/** Flow time or events that the meter does not report. */
export const NO_FLOW_TIME = 255;
export const NO_EVENTS = 65535;

/**
 * The last 144 hours. Hours are numbered by the full UTC hour in which they begin; hour n is at index n % 144 of every
 * array. Volumes in thousandths of a gallon.
 */
export interface Hours {
  flags: Uint16Array;
  gallons: Int32Array;
  flowTime: Uint8Array;
  /** Draws of the newest hour: no rule looks at those of an earlier one. */
  newestEvents: number;
  leakGallons: Int32Array;
  /** Leak gallons by the rules that only look back: calculated once, when the hour arrived or the rule opened. */
  excess: Int32Array;
}

export function newHours(): Hours {
  // All in one block: hundreds of meters are processed at once, and blocks of their own are costly to make and to free.
  const block = new ArrayBuffer(KEPT_HOURS * 15);
  return {
    gallons: new Int32Array(block, 0, KEPT_HOURS),
    leakGallons: new Int32Array(block, KEPT_HOURS * 4, KEPT_HOURS),
    excess: new Int32Array(block, KEPT_HOURS * 8, KEPT_HOURS),
    flags: new Uint16Array(block, KEPT_HOURS * 12, KEPT_HOURS),
    flowTime: new Uint8Array(block, KEPT_HOURS * 14, KEPT_HOURS).fill(NO_FLOW_TIME),
    newestEvents: NO_EVENTS,
  };
}

/** Number of the hour in which an instant lies. */
export function hourOf(at: number): number {
  return Math.floor(at / HOUR_MS);
}

/** The bits that keep an hour's offset from the full UTC hour, given the instant at which it begins. */
export function quarterBits(at: number): number {
  return Math.floor((at - hourOf(at) * HOUR_MS) / QUARTER_MS) << QUARTER_SHIFT;
}

/** The flags of an hour that was elsewhere, given its own. */
export function elsewhere(flags: number): number {
  return (flags & (QUARTER_BITS << QUARTER_SHIFT)) | ELSEWHERE;
}

/** The instant at which a numbered hour begins, given its flags. */
export function beginOf(hour: number, flags: number): number {
  return hour * HOUR_MS + ((flags >> QUARTER_SHIFT) & QUARTER_BITS) * QUARTER_MS;
}

/**
 * The bits that keep at which hour of the clock an hour lies. Where clocks change they do so between two and three: the
 * hour left out or doubled is the one at two, so that every later hour keeps its name.
 * @param slot number of the hour within its local day
 * @param hours of that day: 23, 24 or 25
 */
export function hourOfDayBits(slot: number, hours: number): number {
  const hourOfDay = slot < 3 ? slot : slot + 24 - hours;
  return Math.min(23, hourOfDay) << HOUR_OF_DAY_SHIFT;
}

/** Hour of the local day, 0 to 23, given an hour's flags. */
export function hourOfDay(flags: number): number {
  return (flags >> HOUR_OF_DAY_SHIFT) & HOUR_OF_DAY_BITS;
}

/** Stand for dry hours in a row, without and with a flow time of 0; other hours have their gallons and this many more. */
const DRY = 0;
const DRY_BY_FLOW_TIME = 1;
const FLOW = 2;

/**
 * Writes the hours before one, oldest first, in few bytes: flags where they are other than the hour before suggests, and
 * dry hours by their number. Marks of untaken changes are left out.
 * @param next number of the hour after the newest; 0: there are none
 */
export function writeHours(hours: Hours, next: number, to: ByteWriter): void {
  if (next === 0) return;
  writeFlags(hours, next, to);
  let dry = FLOW;
  let count = 0;
  for (let hour = next - KEPT_HOURS; hour < next; hour++) {
    const slot = hour % KEPT_HOURS;
    const flags = hours.flags[slot] ?? 0;
    if ((flags & STATUS) !== MEASURED) continue;
    const gallons = hours.gallons[slot] ?? 0;
    const flowTime = hours.flowTime[slot] ?? NO_FLOW_TIME;
    const kind = gallons > 0 || flags & IN_LEAK ? FLOW : dryBy(flowTime);
    if (kind !== dry && dry !== FLOW) {
      to.number(dry);
      to.number(count);
      count = 0;
    }
    dry = kind;
    count++;
    if (kind !== FLOW) continue;
    count = 0;
    to.number(gallons + FLOW);
    to.number(flowTime === NO_FLOW_TIME ? 0 : flowTime + 1);
    if (flags & IN_LEAK) to.number(hours.leakGallons[slot] ?? 0);
    if (flags & IN_EXCESS) to.number(hours.excess[slot] ?? 0);
  }
  if (dry !== FLOW) {
    to.number(dry);
    to.number(count);
  }
  to.number(hours.newestEvents);
}

function dryBy(flowTime: number): number {
  if (flowTime === NO_FLOW_TIME) return DRY;
  return flowTime === 0 ? DRY_BY_FLOW_TIME : FLOW;
}

/** Reads what writeHours wrote. */
export function readHours(next: number, from: ByteReader): Hours {
  const hours = newHours();
  if (next === 0) return hours;
  readFlags(hours, next, from);
  let dry = 0;
  let flowTimeOfDry = 0;
  for (let hour = next - KEPT_HOURS; hour < next; hour++) {
    const slot = hour % KEPT_HOURS;
    const flags = hours.flags[slot] ?? 0;
    if ((flags & STATUS) !== MEASURED) continue;
    if (dry === 0) {
      const value = from.number();
      if (value >= FLOW) {
        hours.gallons[slot] = value - FLOW;
        const flowTime = from.number();
        if (flowTime > 0) hours.flowTime[slot] = flowTime - 1;
        if (flags & IN_LEAK) hours.leakGallons[slot] = from.number();
        if (flags & IN_EXCESS) hours.excess[slot] = from.number();
        continue;
      }
      flowTimeOfDry = value === DRY ? NO_FLOW_TIME : 0;
      dry = from.number();
    }
    dry--;
    hours.flowTime[slot] = flowTimeOfDry;
  }
  hours.newestEvents = from.number();
  return hours;
}

/** Run lengths of hours whose flags are as predicted, each followed by the difference of the next hour's flags. */
function writeFlags(hours: Hours, next: number, to: ByteWriter): void {
  let expected = 0;
  let asExpected = 0;
  for (let hour = next - KEPT_HOURS; hour < next; hour++) {
    const flags = (hours.flags[hour % KEPT_HOURS] ?? 0) & ~CHANGED;
    if (flags === expected) asExpected++;
    else {
      to.number(asExpected);
      to.number(flags ^ expected);
      asExpected = 0;
    }
    expected = flagsAfter(flags);
  }
  if (asExpected > 0) to.number(asExpected);
}

function readFlags(hours: Hours, next: number, from: ByteReader): void {
  let expected = 0;
  for (let hour = next - KEPT_HOURS; hour < next; hour++) {
    for (let asExpected = from.number(); asExpected > 0 && hour < next; asExpected--) {
      hours.flags[hour++ % KEPT_HOURS] = expected;
      expected = flagsAfter(expected);
    }
    if (hour === next) return;
    const flags = expected ^ from.number();
    hours.flags[hour % KEPT_HOURS] = flags;
    expected = flagsAfter(flags);
  }
}

/** The flags that the hour after one with these most likely has: the next of the clock, and else the same. */
function flagsAfter(flags: number): number {
  const clock = NIGHT | (HOUR_OF_DAY_BITS << HOUR_OF_DAY_SHIFT);
  // Hours between days with a reading are missing, and have no hour of the clock.
  if ((flags & (STATUS | clock)) === 0) return flags;
  const hour = (hourOfDay(flags) + 1) % 24;
  return (flags & ~(clock | HEAVY)) | (hour << HOUR_OF_DAY_SHIFT) | (hour < 6 ? NIGHT : 0);
}
