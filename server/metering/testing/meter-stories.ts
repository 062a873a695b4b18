import fc from "fast-check";
import type { TestMeter } from "../../ingest/testing/ingest-site.ts";
import { localDay } from "../local-day.ts";
import { HOUR_MS } from "../meter-day.ts";

/** A stretch of a meter's life: how it was used, and whether it reported. */
interface Stretch {
  kind: "home" | "leak" | "away" | "silent" | "lump";
  hours: number;
  /** Thousandths of a gallon an hour of the leak. */
  level: number;
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
  odd: { at: number; what: "dip" | "reset" | "fall" }[];
}

export interface Story {
  timeZone: string;
  /** Number of the first local day. */
  firstDay: number;
  meters: MeterStory[];
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

/** Zones and the day before their clocks change. Two are half an hour off. */
const zones: [string, string][] = [
  ["America/New_York", "2026-03-07"],
  ["Europe/Berlin", "2025-10-25"],
  ["Australia/Adelaide", "2026-04-04"],
  ["Asia/Kolkata", "2026-03-07"],
];

const stretch = fc.record({
  kind: fc.constantFrom<Stretch["kind"]>("home", "home", "leak", "leak", "away", "silent", "lump"),
  hours: fc.integer({ min: 1, max: 70 }),
  level: fc.integer({ min: 200, max: 9000 }),
});

const meterStory: fc.Arbitrary<MeterStory> = fc.record({
  stretches: fc.array(stretch, { minLength: 2, maxLength: 12 }),
  conflicts: fc.array(fc.record({ at: fc.nat(400), gallons: fc.nat(20), sequence: fc.nat(3) }), { maxLength: 12 }),
  minutes: fc.constantFrom(15, 37, 60, 60, 61, 85),
  odd: fc.array(
    fc.record({ at: fc.nat(400), what: fc.constantFrom<"dip" | "reset" | "fall">("dip", "reset", "fall") }),
    { maxLength: 4 },
  ),
});

export const story: fc.Arbitrary<Story> = fc
  .record({
    timeZone: fc.constantFrom(...zones),
    daysBefore: fc.integer({ min: 1, max: 12 }),
    meters: fc.tuple(...storyMeters.map(() => meterStory)),
  })
  .map(({ timeZone: [timeZone, change], daysBefore, meters }) => ({
    timeZone,
    firstDay: Math.round(Date.parse(change) / (24 * HOUR_MS)) - daysBefore,
    meters,
  }));

/** The readings of all meters in the order of time, as a gateway posts them. */
export function readingsOf({ timeZone, firstDay, meters }: Story): object[] {
  const start = localDay(timeZone, firstDay).startsAt;
  const rows = storyMeters.flatMap(({ serial, registerFactor }, i): Timed[] => {
    const told = meters[i];
    if (told === undefined) return [];
    return registerFactor === null ? hoursOf(serial, told, start) : registersOf(serial, told, start);
  });
  return rows.sort((a, b) => timeOf(a) - timeOf(b));
}

type Timed = { hour: string } | { read_at: string };

function timeOf(row: Timed): number {
  return Date.parse("hour" in row ? row.hour : row.read_at);
}

/** Use of a home in one hour: nothing at night, some by day. Thousandths of a gallon. */
function homeUse(hour: number): number {
  return hour % 24 < 6 ? 0 : ((hour * 7919) % 13) * 700;
}

function volumeOf({ kind, level }: Stretch, hour: number): number {
  if (kind === "leak") return level + homeUse(hour);
  return kind === "away" ? 0 : homeUse(hour);
}

function hoursOf(serial: string, { stretches, conflicts }: MeterStory, start: number): Timed[] {
  const rows: { serial: string; hour: string; gallons: number }[] = [];
  let hour = 0;
  for (const stretch of stretches) {
    const silent = stretch.kind === "silent" || stretch.kind === "lump";
    for (let i = 0; i < stretch.hours; i++, hour++) {
      const at = new Date(start + hour * HOUR_MS).toISOString();
      const gallons = volumeOf(stretch, hour) / 1000;
      const flowing = gallons === 0 ? 0 : stretch.kind === "leak" ? 60 : 9;
      // One of these meters does not know minutes.
      const row = serial.endsWith("cold") ? {} : { flow_time: flowing, events: gallons === 0 ? 0 : 1 };
      if (!silent) rows.push({ serial, hour: at, gallons, ...row });
      const isEnd = i === stretch.hours - 1;
      if (stretch.kind === "lump" && isEnd && i > 0) {
        rows.push({
          serial,
          hour: at,
          gallons: stretch.level / 100,
          ...{ hours: stretch.hours + (stretch.level % 9) },
        });
      }
    }
  }
  const others = conflicts.flatMap(({ at, gallons, sequence }) => {
    const row = rows[at % Math.max(1, rows.length)];
    return row === undefined ? [] : [{ ...row, gallons, sequence }];
  });
  return [...rows, ...others];
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
      const what = odd.find(({ at }) => at === rows.length)?.what;
      if (what === "reset") register = 1;
      const shown = what === "dip" ? register * 0.95 : what === "fall" ? register * 0.5 : register;
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
