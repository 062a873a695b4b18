import type { Lump } from "../../readings/meter-day.ts";
import { hoursOfIntervals, type Interval, isWholeHour, placeOfInterval } from "./day-intervals.ts";

const HOUR_SECONDS = 3600;

/** The readings of one meter on one local day, as stored. Arrays are null while the day has none of their kind. */
export interface StoredDay {
  hours: number;
  gallons: (number | null)[] | null;
  flowTime: (number | null)[] | null;
  events: (number | null)[] | null;
  sequences: (number | null)[] | null;
  classes: (number | null)[] | null;
  lumps: Lump[] | null;
  registerSeconds: number[] | null;
  registers: number[] | null;
  registerSequences: number[] | null;
  registerClasses: number[] | null;
  /**
   * All values of the day, those of whole hours too, in the order of their begins and lengths; null while each is a
   * whole local hour. With them `gallons`, `flowTime` and `events` follow from them.
   */
  intervals: Interval[] | null;
  /** What follows from them, by hour: see `deriveHours`. */
  intervalEstimated: (number | null)[] | null;
  /** Second of the day at which the newest of them ends. */
  intervalsUntil: number | null;
}

/** A value for an hour, a lump that ends in it, an interval, or a register at a second of the day. */
export interface DayValue {
  kind: "hour" | "lump" | "register" | "interval";
  /** Index of the hour's slot, or second of the day; of an interval below 0 where it began before midnight. */
  slot: number;
  gallons: number;
  flowTime: number | null;
  events: number | null;
  /** Hours covered; 1 unless a lump. */
  hours: number;
  /** Of an interval its length; null: none. */
  minutes: number | null;
  sequence: number;
  class: number;
}

type Weighed = Omit<DayValue, "slot">;

/** `new`: it counts now. `same`: it was there. `lost`: a greater value counts, this one is recorded beside it. */
export type Verdict = { result: "new" | "same" | "lost"; superseded: DayValue | null };

export function emptyDay(hours: number): StoredDay {
  return {
    hours,
    gallons: null,
    flowTime: null,
    events: null,
    sequences: null,
    classes: null,
    lumps: null,
    registerSeconds: null,
    registers: null,
    registerSequences: null,
    registerClasses: null,
    intervals: null,
    intervalEstimated: null,
    intervalsUntil: null,
  };
}

/**
 * Merges a value into a day, in place. Of several values for the same hour or instant the greatest of (class, sequence,
 * gallons, flow time, events) counts: a maximum does not care about the order in which they arrive.
 */
export function mergeValue(day: StoredDay, value: DayValue): Verdict {
  const standing = standingValue(day, value);
  const order = standing === null ? 1 : compare(value, standing);
  if (order === 0) return { result: "same", superseded: null };
  if (order < 0) return { result: "lost", superseded: value };
  put(day, value);
  return { result: "new", superseded: standing };
}

/** Above 0 where `a` takes precedence over `b` for the same hour or instant, 0 where they are the same. */
export function compare(a: Weighed, b: Weighed): number {
  return (
    a.class - b.class ||
    a.sequence - b.sequence ||
    a.gallons - b.gallons ||
    (a.flowTime ?? -1) - (b.flowTime ?? -1) ||
    (a.events ?? -1) - (b.events ?? -1) ||
    a.hours - b.hours
  );
}

function standingValue(day: StoredDay, value: DayValue): DayValue | null {
  const { kind, slot } = value;
  if (kind === "lump") {
    const lump = day.lumps?.find((other) => other.hour === slot);
    if (lump === undefined) return null;
    return { ...lump, kind, slot, flowTime: null, events: null, minutes: null };
  }
  if (kind === "register") {
    const place = placeOf(day.registerSeconds ?? [], slot);
    const gallons = day.registers?.[place];
    if (gallons === undefined || day.registerSeconds?.[place] !== slot) return null;
    return registerAt(day, place, slot, gallons);
  }
  if (day.intervals !== null || kind === "interval") {
    const { second, minutes } = intervalOf(value);
    const found = day.intervals?.[placeOfInterval(day.intervals, second, minutes)];
    return found?.second === second && found.minutes === minutes ? valueOfInterval(found) : null;
  }
  const gallons = day.gallons?.[slot] ?? null;
  if (gallons === null) return null;
  return {
    kind,
    slot,
    gallons,
    flowTime: day.flowTime?.[slot] ?? null,
    events: day.events?.[slot] ?? null,
    hours: 1,
    minutes: null,
    sequence: day.sequences?.[slot] ?? 0,
    class: day.classes?.[slot] ?? 0,
  };
}

function intervalOf({ slot, minutes, gallons, flowTime, events, sequence, class: order }: DayValue): Interval {
  const place = minutes === null ? { second: slot * HOUR_SECONDS, minutes: 60 } : { second: slot, minutes };
  return { ...place, gallons, flowTime, events, sequence, class: order };
}

/** An interval as the value that it came as: one of a whole local hour is an hour. */
export function valueOfInterval(interval: Interval): DayValue {
  const { second, minutes, gallons, flowTime, events, sequence } = interval;
  const isHour = isWholeHour(interval);
  return {
    kind: isHour ? "hour" : "interval",
    slot: isHour ? second / HOUR_SECONDS : second,
    gallons,
    flowTime,
    events,
    hours: 1,
    minutes: isHour ? null : minutes,
    sequence,
    class: interval.class,
  };
}

function registerAt(day: StoredDay, place: number, slot: number, gallons: number): DayValue {
  const sequence = day.registerSequences?.[place] ?? 0;
  const value = { kind: "register" as const, slot, gallons, flowTime: null, events: null, hours: 1, minutes: null };
  return { ...value, sequence, class: day.registerClasses?.[place] ?? 0 };
}

function put(day: StoredDay, value: DayValue) {
  if (value.kind === "lump") {
    const { slot: hour, hours, gallons, sequence } = value;
    const others = (day.lumps ?? []).filter((lump) => lump.hour !== hour);
    day.lumps = [...others, { hour, hours, gallons, sequence, class: value.class }].sort((a, b) => a.hour - b.hour);
    return;
  }
  if (value.kind === "register") {
    putRegister(day, value);
    return;
  }
  if (value.kind === "interval" || day.intervals !== null) {
    putInterval(day, intervalOf(value));
    return;
  }
  putHour(day, value);
}

function putHour(day: StoredDay, value: DayValue) {
  day.gallons = put1(day.gallons, day.hours, value.slot, value.gallons, null);
  day.flowTime = put1(day.flowTime, day.hours, value.slot, value.flowTime, null);
  day.events = put1(day.events, day.hours, value.slot, value.events, null);
  day.sequences = put1(day.sequences, day.hours, value.slot, value.sequence, 0);
  day.classes = put1(day.classes, day.hours, value.slot, value.class, 0);
}

/** The first interval of another length takes the hours that are there with it, so that one list holds all. */
function putInterval(day: StoredDay, interval: Interval) {
  if (day.intervals === null) {
    day.intervals = hourValues(day).map(intervalOf);
    day.sequences = null;
    day.classes = null;
  }
  const place = placeOfInterval(day.intervals, interval.second, interval.minutes);
  const there = day.intervals[place];
  const isThere = there?.second === interval.second && there.minutes === interval.minutes;
  day.intervals.splice(place, isThere ? 1 : 0, interval);
}

function clearInterval(day: StoredDay, { second, minutes }: Interval) {
  const left = (day.intervals ?? []).filter((other) => other.second !== second || other.minutes !== minutes);
  if (!left.every(isWholeHour)) {
    day.intervals = left;
    return;
  }
  day.intervals = null;
  if (day.registers === null) day.gallons = null;
  day.flowTime = null;
  day.events = null;
  for (const interval of left) putHour(day, valueOfInterval(interval));
}

/** The values of whole hours on a day without intervals. */
export function hourValues(day: StoredDay): DayValue[] {
  // The hours of a meter with a register follow from it.
  const gallons = day.registers === null ? (day.gallons ?? []) : [];
  return gallons.flatMap((volume, slot): DayValue[] => {
    if (volume === null) return [];
    const flowTime = day.flowTime?.[slot] ?? null;
    const value = { kind: "hour" as const, slot, gallons: volume, flowTime, events: day.events?.[slot] ?? null };
    return [
      { ...value, hours: 1, minutes: null, sequence: day.sequences?.[slot] ?? 0, class: day.classes?.[slot] ?? 0 },
    ];
  });
}

/**
 * Calculates what follows from a day's intervals, by hour; to be called once all values are merged.
 * @param dayMinutes the length of the local day
 * @returns the first hour that differs from before; null: none
 */
export function deriveHours(day: StoredDay, dayMinutes: number): number | null {
  const { gallons, flowTime, events, intervalEstimated, intervals } = day;
  const before = [gallons, flowTime, events, intervalEstimated];
  day.intervalEstimated = null;
  day.intervalsUntil = null;
  if (intervals !== null) {
    day.intervalsUntil = intervals.reduce((end, { second, minutes }) => Math.max(end, second + minutes * 60), 0);
    // The hours of a meter with a register follow from it.
    if (day.registers === null) {
      const hours = hoursOfIntervals(intervals, dayMinutes);
      day.gallons = hours.gallons.every((value) => value === null) ? null : hours.gallons;
      day.flowTime = hours.flowTime;
      day.events = hours.events;
      day.intervalEstimated = hours.estimated;
    }
  }
  const after = [day.gallons, day.flowTime, day.events, day.intervalEstimated];
  for (let slot = 0; slot < day.hours; slot++) {
    if (after.some((values, i) => (values?.[slot] ?? null) !== (before[i]?.[slot] ?? null))) return slot;
  }
  return null;
}

/** Sets one element; an array that would hold nothing but `blank` stays null. */
function put1(array: (number | null)[] | null, length: number, at: number, value: number | null, blank: number | null) {
  if (array === null && value === blank) return null;
  const made = array ?? new Array<number | null>(length).fill(blank);
  made[at] = value;
  // The array's existence must not depend on the order in which values arrived.
  return value === blank && made.every((other) => other === blank) ? null : made;
}

function putRegister(day: StoredDay, value: DayValue) {
  const seconds = day.registerSeconds ?? [];
  const registers = day.registers ?? [];
  const place = placeOf(seconds, value.slot);
  const replaced = seconds[place] === value.slot ? 1 : 0;
  const before = seconds.length;
  seconds.splice(place, replaced, value.slot);
  registers.splice(place, replaced, value.gallons);
  day.registerSeconds = seconds;
  day.registers = registers;
  day.registerSequences = splice0(day.registerSequences, before, place, replaced, value.sequence);
  day.registerClasses = splice0(day.registerClasses, before, place, replaced, value.class);
}

/** Puts an element among others that stay null as long as all are 0. */
function splice0(values: number[] | null, length: number, place: number, replaced: number, value: number) {
  if (values === null && value === 0) return null;
  const made = values ?? new Array<number>(length).fill(0);
  made.splice(place, replaced, value);
  // The array's existence must not depend on the order in which values arrived.
  return made.every((other) => other === 0) ? null : made;
}

/** The index of a second, or its insertion index, among sorted ones; searched from the end, where new ones go. */
function placeOf(seconds: number[], second: number): number {
  let place = seconds.length;
  while (place > 0 && (seconds[place - 1] ?? 0) >= second) place--;
  return place;
}

/** Takes the value of an hour, a lump, an interval or an instant away. */
export function clearValue(day: StoredDay, value: DayValue): void {
  const { kind, slot } = value;
  if (kind === "interval" || (kind === "hour" && day.intervals !== null)) {
    clearInterval(day, intervalOf(value));
    return;
  }
  if (kind === "hour") {
    day.gallons = put1(day.gallons, day.hours, slot, null, null);
    day.flowTime = put1(day.flowTime, day.hours, slot, null, null);
    day.events = put1(day.events, day.hours, slot, null, null);
    day.sequences = put1(day.sequences, day.hours, slot, 0, 0);
    day.classes = put1(day.classes, day.hours, slot, 0, 0);
    return;
  }
  if (kind === "lump") {
    const others = (day.lumps ?? []).filter((lump) => lump.hour !== slot);
    day.lumps = others.length === 0 ? null : others;
    return;
  }
  const kept = (values: number[] | null) => values?.filter((_, i) => day.registerSeconds?.[i] !== slot) ?? null;
  const orNull = (values: number[] | null) => (values?.some((value) => value !== 0) === true ? values : null);
  const [registers, sequences, classes] = [day.registers, day.registerSequences, day.registerClasses].map(kept);
  const seconds = kept(day.registerSeconds);
  const isEmpty = seconds === null || seconds.length === 0;
  day.registerSeconds = isEmpty ? null : seconds;
  day.registers = isEmpty ? null : (registers ?? null);
  day.registerSequences = isEmpty ? null : orNull(sequences ?? null);
  day.registerClasses = isEmpty ? null : orNull(classes ?? null);
  // The hours followed from the registers; without any there is no measured one.
  if (isEmpty) day.gallons = null;
}
