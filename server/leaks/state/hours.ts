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
  events: Uint16Array;
  leakGallons: Int32Array;
  /** Leak gallons by the rules that only look back: calculated once, when the hour arrived or the rule opened. */
  excess: Int32Array;
}

export function newHours(): Hours {
  return {
    flags: new Uint16Array(KEPT_HOURS),
    gallons: new Int32Array(KEPT_HOURS),
    flowTime: new Uint8Array(KEPT_HOURS).fill(NO_FLOW_TIME),
    events: new Uint16Array(KEPT_HOURS).fill(NO_EVENTS),
    leakGallons: new Int32Array(KEPT_HOURS),
    excess: new Int32Array(KEPT_HOURS),
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

/** Writes the hours without what is empty: a missing hour takes one byte. Marks of untaken changes are left out. */
export function writeHours(hours: Hours, to: ByteWriter): void {
  for (let slot = 0; slot < KEPT_HOURS; slot++) {
    const flags = (hours.flags[slot] ?? 0) & ~CHANGED;
    to.number(flags);
    if ((flags & STATUS) !== MEASURED) continue;
    to.number(hours.gallons[slot] ?? 0);
    const flowTime = hours.flowTime[slot] ?? NO_FLOW_TIME;
    to.number(flowTime === NO_FLOW_TIME ? 0 : flowTime + 1);
    const events = hours.events[slot] ?? NO_EVENTS;
    to.number(events === NO_EVENTS ? 0 : events + 1);
    if (flags & IN_LEAK) to.number(hours.leakGallons[slot] ?? 0);
    if (flags & IN_EXCESS) to.number(hours.excess[slot] ?? 0);
  }
}

/** Reads what writeHours wrote. */
export function readHours(from: ByteReader): Hours {
  const hours = newHours();
  for (let slot = 0; slot < KEPT_HOURS; slot++) {
    const flags = from.number();
    hours.flags[slot] = flags;
    if ((flags & STATUS) !== MEASURED) continue;
    hours.gallons[slot] = from.number();
    const flowTime = from.number();
    if (flowTime > 0) hours.flowTime[slot] = flowTime - 1;
    const events = from.number();
    if (events > 0) hours.events[slot] = events - 1;
    if (flags & IN_LEAK) hours.leakGallons[slot] = from.number();
    if (flags & IN_EXCESS) hours.excess[slot] = from.number();
  }
  return hours;
}
