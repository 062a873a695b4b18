import { DAY_MS, HOUR_MS } from "../readings/durations.ts";
import type { Register } from "../readings/register.ts";
import type { Draws } from "./draws.ts";
import {
  constantLeak,
  growingLeak,
  intermittentLeak,
  type LeakShape,
  LITRES_PER_GALLON,
  leakOfRuns,
} from "./shapes.ts";
import { runsByUse } from "./toilet-by-use.ts";

export const leakKinds = [
  "constant from 1 gal/h",
  "constant 0.5 gal/h",
  "growing",
  "burst",
  "burst of 180 to 250 L/h",
  "burst of 3 to 4 h",
  "burst in the first week",
  "toilet",
  "rarer toilet",
  "toilet, runs 10 to 20 %",
  "toilet, runs 20 to 30 %",
  "toilet, runs 30 to 50 %",
  "toilet by use, runs 10 to 20 %",
  "toilet by use, runs 20 to 30 %",
  "toilet by use, runs 30 to 50 %",
  "since installation",
] as const;
export type LeakKind = (typeof leakKinds)[number];

/** A leak as drawn, its first reading's instant given. */
export interface DrawnLeak {
  shape: LeakShape;
  /** Gallons per hour: the rate, the highest rate of a growing leak, the rate while on of an intermittent one. */
  rate: number;
  /** The instant from which it is judged: its begin, or when a growing leak reaches 1 gal/h. */
  judgedFrom: number;
}

export interface KindRow {
  kind: LeakKind;
  /** Leaks put into each home. */
  perHome: number;
  /** Measured hours within which it is to be found; null: as long as it runs. */
  within: number | null;
  /** Whether a suspicion finds it as a certain row does. */
  suspicionCounts: boolean;
  /** Days that it lasts at most, with those since its meter is new; what onsets must leave of the readings. */
  longestDays: number;
  /** How long before the leak the meter is installed; null: it has been there for two weeks or more. */
  installed: { shortestMs: number; longestMs: number } | null;
  /** Draws the leak of the given number in a home; null when the home's use allows none at that time. */
  draw(from: number, random: Draws, number: number, registers: readonly Register[]): DrawnLeak | null;
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

function burst(
  kind: LeakKind,
  perHome: number,
  litres: [number, number],
  hours: [number, number],
  changes: Partial<KindRow> = {},
): KindRow {
  return {
    kind,
    perHome,
    within: 3,
    suspicionCounts: true,
    longestDays: 1,
    installed: null,
    draw: (from, random) => {
      const litresPerHour = random.between(...litres);
      const shape = constantLeak(from, from + random.between(...hours) * HOUR_MS, litresPerHour);
      return { shape, rate: litresPerHour / LITRES_PER_GALLON, judgedFrom: from };
    },
    ...changes,
  };
}

const AT_MOST_TWO_WEEKS = { suspicionCounts: false, longestDays: 14, installed: null } as const;

/** Runs that have nothing to do with the household, for a share of its time drawn between two. */
function renewalToilet(kind: LeakKind, [least, most]: [number, number]): KindRow {
  return {
    kind,
    perHome: 6,
    within: 72,
    ...AT_MOST_TWO_WEEKS,
    draw: (from, random) => {
      const share = random.between(least, most);
      const rest = (hours: number) => (hours * (1 - share)) / share;
      return toilet(from, random, [1, 4], [rest(1), rest(4)]);
    },
  };
}

/** Runs that a household's draws set off: see runsByUse. */
function toiletByUse(kind: LeakKind, [least, most]: [number, number]): KindRow {
  return {
    kind,
    perHome: 8,
    within: 72,
    ...AT_MOST_TWO_WEEKS,
    draw: (from, random, _number, registers) => {
      const litresPerHour = random.between(40, 120);
      const until = from + random.between(7, 14) * DAY_MS;
      const share = random.between(least, most);
      const runs = runsByUse(registers, { from, until }, share, random);
      if (runs === null) return null;
      const shape = leakOfRuns(from, until, litresPerHour, runs);
      return { shape, rate: litresPerHour / LITRES_PER_GALLON, judgedFrom: from };
    },
  };
}

/** The leaks that are put into homes: kinds, sizes, lengths, and within how many hours each is to be found. */
export const kindRows: readonly KindRow[] = [
  {
    kind: "constant from 1 gal/h",
    perHome: 28,
    within: 30,
    ...AT_MOST_TWO_WEEKS,
    draw: (from, random, number) =>
      constant(from, random.between(5, 14), CONSTANT_RATES[number % CONSTANT_RATES.length] ?? 1),
  },
  {
    kind: "constant 0.5 gal/h",
    perHome: 8,
    within: 54,
    ...AT_MOST_TWO_WEEKS,
    draw: (from, random) => constant(from, random.between(7, 14), 0.5),
  },
  {
    kind: "growing",
    perHome: 10,
    within: 30,
    suspicionCounts: false,
    longestDays: 36,
    installed: null,
    draw: (from, random) => {
      const gallonsPerHour = random.between(2, 20);
      const growsFor = random.between(3, 30) * DAY_MS;
      const until = from + growsFor + random.between(3, 6) * DAY_MS;
      const shape = growingLeak(from, until, gallonsPerHour * LITRES_PER_GALLON, growsFor);
      return { shape, rate: gallonsPerHour, judgedFrom: Math.round(from + (growsFor * ONE_GALLON) / gallonsPerHour) };
    },
  },
  burst("burst", 10, [180, 700], [6, 24]),
  burst("burst of 180 to 250 L/h", 8, [180, 250], [6, 24]),
  burst("burst of 3 to 4 h", 8, [180, 700], [3, 4], { within: null, suspicionCounts: false }),
  burst("burst in the first week", 8, [180, 700], [6, 24], {
    within: 4,
    longestDays: 8,
    installed: { shortestMs: 2 * HOUR_MS, longestMs: 7 * DAY_MS },
  }),
  {
    kind: "toilet",
    perHome: 12,
    within: 72,
    ...AT_MOST_TWO_WEEKS,
    draw: (from, random) => toilet(from, random, [1, 5], [0.5, 6]),
  },
  {
    kind: "rarer toilet",
    perHome: 6,
    within: null,
    ...AT_MOST_TWO_WEEKS,
    draw: (from, random) => toilet(from, random, [1, 3], [3, 8]),
  },
  renewalToilet("toilet, runs 10 to 20 %", [0.1, 0.2]),
  renewalToilet("toilet, runs 20 to 30 %", [0.2, 0.3]),
  renewalToilet("toilet, runs 30 to 50 %", [0.3, 0.5]),
  toiletByUse("toilet by use, runs 10 to 20 %", [0.1, 0.2]),
  toiletByUse("toilet by use, runs 20 to 30 %", [0.2, 0.3]),
  toiletByUse("toilet by use, runs 30 to 50 %", [0.3, 0.5]),
  {
    kind: "since installation",
    perHome: 6,
    within: 72,
    ...AT_MOST_TWO_WEEKS,
    installed: { shortestMs: 0, longestMs: 0 },
    draw: (from, random) => constant(from, random.between(7, 14), 10 ** random.between(0, 2)),
  },
];
