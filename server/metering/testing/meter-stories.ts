import fc from "fast-check";
import type { TestMeter } from "../../ingest/testing/ingest-site.ts";
import { HOUR_MS } from "../../time/durations.ts";
import { localDay, localDayAt } from "../../time/local-day.ts";
import { spreadEvenly } from "../registers/register-hours.ts";

/** A stretch of a meter's life: how it was used, and whether it reported. */
interface Stretch {
  kind: "home" | "leak" | "away" | "silent" | "lump";
  hours: number;
  /** Thousandths of a gallon an hour of the leak. */
  level: number;
  /** Of a meter that reports volumes: the length of its intervals, and by how much they are stamped off. */
  minutes: number;
  shiftSeconds: number;
  /** Every how many intervals one is lost. */
  lost: number;
  /** Whether hours are sent beside shorter intervals. */
  both: boolean;
}

/** A second value for an hour or an instant that already has one. */
interface Conflict {
  at: number;
  gallons: number;
  sequence: number;
}

/** What one meter goes through from the first hour of the story on. */
export interface MeterStory {
  stretches: Stretch[];
  conflicts: Conflict[];
  /** Registers only: minutes between two readings, and odd registers at some of them. */
  minutes: number;
  odd: { at: number; what: "dip" | "reset" | "fall" | "jump"; times: number }[];
}

/** A person's decision about a reading, which is given by its number among those of a meter. */
export interface Decided {
  what: "set aside" | "correct" | "settle" | "accept";
  meter: number;
  at: number;
  hours: number;
  /** Gallons of a correction. */
  gallons: number;
  counts: boolean;
}

export interface Story {
  timeZone: string;
  /** Number of the first local day. */
  firstDay: number;
  meters: MeterStory[];
  decided: Decided[];
  /** After so many of its readings the first meter with a register is swapped; null: it is not. */
  swappedAfter: number | null;
}

/** Places of every kind: a whole unit with a toilet, one with two meters, one with fixtures only, a building. */
export const storyMeters: TestMeter[] = [
  { serial: "A-unit", unit: "A", attachedTo: "SPOE", registerFactor: null },
  { serial: "A-toilet", unit: "A", attachedTo: "Toilet", registerFactor: null },
  { serial: "B-hot", unit: "B", attachedTo: "DPOE", registerFactor: 264.172 },
  { serial: "B-cold", unit: "B", attachedTo: "DPOE", registerFactor: null },
  { serial: "C-toilet", unit: "C", attachedTo: "Toilet", registerFactor: 1000 },
  { serial: "house", unit: null, attachedTo: "Building", registerFactor: 7480.52 },
];

/** Zones and the day before their clocks change. Two are half an hour off, and one moves its clocks by half an hour. */
const zones: [string, string][] = [
  ["America/New_York", "2026-03-07"],
  ["Europe/Berlin", "2025-10-25"],
  ["Australia/Adelaide", "2026-04-04"],
  ["Asia/Kolkata", "2026-03-07"],
  ["Australia/Lord_Howe", "2026-04-04"],
  ["Australia/Lord_Howe", "2025-10-04"],
];

const stretch = fc.record({
  kind: fc.constantFrom<Stretch["kind"]>("home", "home", "leak", "leak", "away", "silent", "lump"),
  hours: fc.integer({ min: 1, max: 70 }),
  level: fc.integer({ min: 200, max: 9000 }),
  minutes: fc.constantFrom(60, 60, 60, 60, 60, 30, 15, 15, 10, 5),
  shiftSeconds: fc.constantFrom(0, 0, 0, -2, 7, 420, -1500),
  lost: fc.constantFrom(1000, 1000, 7, 4, 3),
  both: fc.boolean(),
});

const meterStory: fc.Arbitrary<MeterStory> = fc.record({
  stretches: fc.array(stretch, { minLength: 2, maxLength: 12 }),
  conflicts: fc.array(fc.record({ at: fc.nat(400), gallons: fc.nat(20), sequence: fc.nat(3) }), { maxLength: 12 }),
  minutes: fc.constantFrom(15, 37, 60, 60, 61, 85),
  odd: fc.array(
    fc.record({
      at: fc.nat(400),
      what: fc.constantFrom<MeterStory["odd"][0]["what"]>("dip", "reset", "fall", "jump"),
      times: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 4 },
  ),
});

const decided: fc.Arbitrary<Decided> = fc.record({
  what: fc.constantFrom<Decided["what"]>("set aside", "set aside", "correct", "correct", "settle", "accept"),
  meter: fc.nat(storyMeters.length - 1),
  at: fc.nat(400),
  hours: fc.integer({ min: 1, max: 60 }),
  gallons: fc.nat(30),
  counts: fc.boolean(),
});

export const story: fc.Arbitrary<Story> = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    daysBefore: fc.integer({ min: 1, max: 12 }),
    meters: fc.tuple(...storyMeters.map(() => meterStory)),
    /** Some go on for 90 days. */
    times: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 1, 1, 3),
    decided: fc.array(decided, { maxLength: 6 }),
    swappedAfter: fc.option(fc.nat(200)),
  })
  .map(({ timeZone: [timeZone, change], daysBefore, meters, times, ...human }) => ({
    timeZone,
    firstDay: Math.round(Date.parse(change) / (24 * HOUR_MS)) - daysBefore,
    meters: meters.map((meter) => ({
      ...meter,
      stretches: meter.stretches.map((period) => ({ ...period, hours: Math.min(period.hours * times, 180) })),
    })),
    ...human,
  }));

/** No story is longer. */
export const LONGEST_DAYS = 12 * 8;

/** The readings of all meters in the order of time, as a gateway posts them. */
export function readingsOf({ timeZone, firstDay, meters }: Story): object[] {
  const start = localDay(timeZone, firstDay).startsAt;
  const rows = storyMeters.flatMap(({ serial, registerFactor }, i): Timed[] => {
    const generated = meters[i];
    if (generated === undefined) return [];
    return registerFactor === null
      ? volumesOf(serial, generated, start, timeZone)
      : registersOf(serial, generated, start);
  });
  return rows.sort((a, b) => timeOf(a) - timeOf(b));
}

type Timed = { hour: string } | { started_at: string } | { read_at: string };

function timeOf(row: Timed): number {
  return Date.parse("hour" in row ? row.hour : "started_at" in row ? row.started_at : row.read_at);
}

/** Use of a home in one hour: nothing at night, some by day. Thousandths of a gallon. */
function homeUse(hour: number): number {
  return hour % 24 < 6 ? 0 : ((hour * 7919) % 13) * 700;
}

function volumeOf({ kind, level }: Stretch, hour: number): number {
  if (kind === "leak") return level + homeUse(hour);
  return kind === "away" ? 0 : homeUse(hour);
}

interface VolumeRow {
  serial: string;
  gallons: number;
  flow_time?: number;
  events?: number;
  hours?: number;
}
type Volume = VolumeRow & ({ hour: string } | { started_at: string; minutes: number });

function volumesOf(serial: string, { stretches, conflicts }: MeterStory, start: number, timeZone: string): Timed[] {
  const rows: Volume[] = [];
  let hour = 0;
  for (const stretch of stretches) {
    const silent = stretch.kind === "silent" || stretch.kind === "lump";
    for (let i = 0; i < stretch.hours; i++, hour++) {
      const at = start + hour * HOUR_MS;
      if (!silent) rows.push(...hourOf(serial, stretch, hour, at, timeZone));
      const isEnd = i === stretch.hours - 1;
      if (stretch.kind === "lump" && isEnd && i > 0) {
        const { startsAt } = localDayAt(timeZone, at);
        const begin = startsAt + Math.floor((at - startsAt) / HOUR_MS) * HOUR_MS;
        const hours = stretch.hours + (stretch.level % 9);
        rows.push({ serial, hour: new Date(begin).toISOString(), gallons: stretch.level / 100, hours });
      }
    }
  }
  const others = conflicts.flatMap(({ at, gallons, sequence }) => {
    const row = rows[at % Math.max(1, rows.length)];
    // Some are more than any point can pass.
    return row === undefined ? [] : [{ ...row, gallons: gallons === 20 ? 30_000 + at : gallons, sequence }];
  });
  return [...rows, ...others];
}

/** An hour as the meter sends it then: whole, in intervals, or both. */
function hourOf(serial: string, stretch: Stretch, hour: number, at: number, timeZone: string): Volume[] {
  const { minutes, shiftSeconds, lost, both } = stretch;
  const thousandths = volumeOf(stretch, hour);
  const flowing = thousandths === 0 ? 0 : stretch.kind === "leak" ? 60 : 9;
  // One of these meters does not know minutes.
  const knows = !serial.endsWith("cold");
  const rows: Volume[] = [];
  const isWhole = (at - localDayAt(timeZone, at).startsAt) % HOUR_MS === 0;
  if (minutes === 60 || both) {
    const more = knows ? { flow_time: flowing, events: thousandths === 0 ? 0 : 1 } : {};
    const place = isWhole
      ? { hour: new Date(at).toISOString() }
      : { started_at: new Date(at).toISOString(), minutes: 60 };
    rows.push({ serial, ...place, gallons: thousandths / 1000, ...more });
  }
  const parts = 60 / minutes;
  const shares = spreadEvenly(thousandths, parts);
  for (let part = 0; minutes < 60 && part < parts; part++) {
    if ((hour * parts + part) % lost === lost - 1) continue;
    const started_at = new Date(at + part * minutes * 60_000 + shiftSeconds * 1000).toISOString();
    const more = knows ? { flow_time: flowing / parts, events: thousandths === 0 ? 0 : 1 } : {};
    rows.push({ serial, started_at, minutes, gallons: (shares[part] ?? 0) / 1000, ...more });
  }
  return rows;
}

function registersOf(serial: string, { stretches, conflicts, minutes, odd }: MeterStory, start: number): Timed[] {
  const rows: { serial: string; read_at: string; register: number }[] = [];
  let register = 1000;
  let minute = 0;
  let next = minutes;
  for (const stretch of stretches) {
    for (const end = minute + stretch.hours * 60; minute < end; ) {
      const until = Math.min(next, end);
      register += (volumeOf(stretch, Math.floor(minute / 60)) * (until - minute)) / 60 / 500;
      minute = until;
      if (minute < next) break;
      next += minutes;
      if (stretch.kind === "silent" || stretch.kind === "lump") continue;
      const anomaly = odd.find(({ at, times }) => at <= rows.length && rows.length < at + times);
      if (anomaly?.what === "reset" && anomaly.at === rows.length) register = 1;
      const shown = register * (anomaly === undefined ? 1 : { dip: 0.95, fall: 0.5, jump: 40, reset: 1 }[anomaly.what]);
      rows.push({
        serial,
        read_at: new Date(start + minute * 60_000 + ((minute * 31) % 600) * 1000).toISOString(),
        register: Math.round(shown * 100) / 100,
      });
    }
  }
  const others = conflicts.flatMap(({ at, gallons, sequence }) => {
    const row = rows[at % Math.max(1, rows.length)];
    return row === undefined ? [] : [{ ...row, register: row.register + gallons / 7, sequence }];
  });
  return [...rows, ...others];
}
