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
  registerClasses: number[] | null;
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

type Weighed = Omit<DayValue, "slot">;

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
    registerClasses: null,
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

/** Above 0 where `a` stands above `b` for the same hour or instant, 0 where they are the same. */
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
    return { ...lump, kind, slot, flowTime: null, events: null };
  }
  if (kind === "register") {
    const place = placeOf(day.registerSeconds ?? [], slot);
    const gallons = day.registers?.[place];
    if (gallons === undefined || day.registerSeconds?.[place] !== slot) return null;
    return registerAt(day, place, slot, gallons);
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

function registerAt(day: StoredDay, place: number, slot: number, gallons: number): DayValue {
  const sequence = day.registerSequences?.[place] ?? 0;
  const value = { kind: "register" as const, slot, gallons, flowTime: null, events: null, hours: 1 };
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
  // Whether the array exists must not tell in which order values came.
  return made.every((other) => other === 0) ? null : made;
}

/** Where a second stands, or would stand, among sorted ones; looked for from the end, where new ones go. */
function placeOf(seconds: number[], second: number): number {
  let place = seconds.length;
  while (place > 0 && (seconds[place - 1] ?? 0) >= second) place--;
  return place;
}

/** Takes the value of an hour, a lump or an instant away. */
export function clearValue(day: StoredDay, { kind, slot }: DayValue): void {
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
