import { DAY_MS, HOUR_MS } from "../../../server/time/durations.ts";
import type { Draws } from "../../../simulator/random.ts";
import {
  constantLeak,
  growingLeak,
  intermittentLeak,
  type LeakShape,
  LITRES_PER_GALLON,
} from "../detection/leak-shape.ts";

export const realKinds = [
  "constant from 1 gal/h",
  "constant 0.5 gal/h",
  "growing",
  "burst",
  "toilet",
  "rarer toilet",
  "since installation",
] as const;
export type RealKind = (typeof realKinds)[number];

/** A leak as drawn, its first reading's instant given. */
export interface DrawnLeak {
  shape: LeakShape;
  /** Gallons per hour: the rate, the highest rate of a growing leak, the rate while on of an intermittent one. */
  rate: number;
  /** The instant from which it is judged: its begin, or when a growing leak reaches 1 gal/h. */
  judgedFrom: number;
}

export interface KindRow {
  kind: RealKind;
  /** Leaks put into each home. */
  perHome: number;
  /** Measured hours within which it is to be found; null: as long as it runs. */
  within: number | null;
  /** Share that must be found. */
  floor: number;
  /** Median error of the volume that must not be passed. */
  volumeFloor: number;
  /** Days that it lasts at most, judging included; what onsets must leave of the readings. */
  longestDays: number;
  /** Draws the leak of the given number in a home. */
  draw(from: number, random: Draws, number: number): DrawnLeak;
}

const CONSTANT_RATES = [1, 2, 4, 8, 16, 40, 100];
const ONE_GALLON = 1;

function constant(from: number, days: number, gallonsPerHour: number): DrawnLeak {
  const shape = constantLeak(from, from + days * DAY_MS, gallonsPerHour * LITRES_PER_GALLON);
  return { shape, rate: gallonsPerHour, judgedFrom: from };
}

function toilet(from: number, random: Draws, on: [number, number], off: [number, number]): DrawnLeak {
  const litres = random.between(60, 120);
  const until = from + random.between(7, 14) * DAY_MS;
  const shape = intermittentLeak(from, until, litres, { on, off }, random);
  return { shape, rate: litres / LITRES_PER_GALLON, judgedFrom: from };
}

/** The leaks that are put into real homes: kinds, sizes, lengths, and what is required of each. */
export const kindRows: readonly KindRow[] = [
  {
    kind: "constant from 1 gal/h",
    perHome: 28,
    within: 30,
    floor: 0.98,
    volumeFloor: 0.08,
    longestDays: 14,
    draw: (from, random, number) =>
      constant(from, random.between(5, 14), CONSTANT_RATES[number % CONSTANT_RATES.length] ?? 1),
  },
  {
    kind: "constant 0.5 gal/h",
    perHome: 8,
    within: 54,
    floor: 0.9,
    volumeFloor: 0.08,
    longestDays: 14,
    draw: (from, random) => constant(from, random.between(7, 14), 0.5),
  },
  {
    kind: "growing",
    perHome: 10,
    within: 30,
    floor: 0.98,
    volumeFloor: 0.08,
    longestDays: 36,
    draw: (from, random) => {
      const gallonsPerHour = random.between(2, 20);
      const growsFor = random.between(3, 30) * DAY_MS;
      const until = from + growsFor + random.between(3, 6) * DAY_MS;
      const shape = growingLeak(from, until, gallonsPerHour * LITRES_PER_GALLON, growsFor);
      return { shape, rate: gallonsPerHour, judgedFrom: Math.round(from + (growsFor * ONE_GALLON) / gallonsPerHour) };
    },
  },
  {
    kind: "burst",
    perHome: 10,
    within: 3,
    floor: 0.93,
    volumeFloor: 0.08,
    longestDays: 1,
    draw: (from, random) => {
      const litres = random.between(180, 700);
      const shape = constantLeak(from, from + random.between(6, 24) * HOUR_MS, litres);
      return { shape, rate: litres / LITRES_PER_GALLON, judgedFrom: from };
    },
  },
  {
    kind: "toilet",
    perHome: 12,
    within: 72,
    floor: 0.95,
    volumeFloor: 0.12,
    longestDays: 14,
    draw: (from, random) => toilet(from, random, [1, 5], [0.5, 6]),
  },
  {
    kind: "rarer toilet",
    perHome: 6,
    within: null,
    floor: 0.8,
    volumeFloor: 0.12,
    longestDays: 14,
    draw: (from, random) => toilet(from, random, [1, 3], [3, 8]),
  },
  {
    kind: "since installation",
    perHome: 6,
    within: 72,
    floor: 0.95,
    volumeFloor: 0.08,
    longestDays: 14,
    draw: (from, random) => constant(from, random.between(7, 14), 10 ** random.between(0, 2)),
  },
];
