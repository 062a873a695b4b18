import type { Lump } from "../database/types.ts";

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
}

/** A value for an hour, a lump that ends in it, or a register at a second of the day. */
export interface DayValue {
  kind: "hour" | "lump" | "register";
  /** Index of the hour's slot, or second of the day. */
  slot: number;
  gallons: number;
  flowTime: number | null;
  events: number | null;
  /** Hours covered; 1 unless a lump. */
  hours: number;
  sequence: number;
  class: number;
}

/** `new`: it counts now. `same`: it was there. `lost`: a greater value stands, this one goes on record beside it. */
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
  };
}

/**
 * Works a value into a day, in place. Of several values for the same hour or instant the greatest of (class, sequence,
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

function compare(a: DayValue, b: DayValue): number {
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
    return { ...lump, kind, slot, flowTime: null, events: null };
  }
  if (kind === "register") {
    const place = placeOf(day.registerSeconds ?? [], slot);
    const gallons = day.registers?.[place];
    if (gallons === undefined || day.registerSeconds?.[place] !== slot) return null;
    const sequence = day.registerSequences?.[place] ?? 0;
    return { kind, slot, gallons, flowTime: null, events: null, hours: 1, sequence, class: 0 };
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
    sequence: day.sequences?.[slot] ?? 0,
    class: day.classes?.[slot] ?? 0,
  };
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
  day.gallons = put1(day.gallons, day.hours, value.slot, value.gallons, null);
  day.flowTime = put1(day.flowTime, day.hours, value.slot, value.flowTime, null);
  day.events = put1(day.events, day.hours, value.slot, value.events, null);
  day.sequences = put1(day.sequences, day.hours, value.slot, value.sequence, 0);
  day.classes = put1(day.classes, day.hours, value.slot, value.class, 0);
}

/** Sets one element; an array that would hold nothing but `blank` stays null. */
function put1(array: (number | null)[] | null, length: number, at: number, value: number | null, blank: number | null) {
  if (array === null && value === blank) return null;
  const made = array ?? new Array<number | null>(length).fill(blank);
  made[at] = value;
  // Whether the array exists must not tell in which order values came.
  return value === blank && made.every((other) => other === blank) ? null : made;
}

function putRegister(day: StoredDay, value: DayValue) {
  const seconds = day.registerSeconds ?? [];
  const registers = day.registers ?? [];
  const place = placeOf(seconds, value.slot);
  const replaced = seconds[place] === value.slot ? 1 : 0;
  seconds.splice(place, replaced, value.slot);
  registers.splice(place, replaced, value.gallons);
  day.registerSeconds = seconds;
  day.registers = registers;
  if (day.registerSequences === null && value.sequence === 0) return;
  const sequences = day.registerSequences ?? new Array<number>(seconds.length - 1 + replaced).fill(0);
  sequences.splice(place, replaced, value.sequence);
  day.registerSequences = sequences;
}

/** Where a second stands, or would stand, among sorted ones; looked for from the end, where new ones go. */
function placeOf(seconds: number[], second: number): number {
  let place = seconds.length;
  while (place > 0 && (seconds[place - 1] ?? 0) >= second) place--;
  return place;
}
