import { HOUR_MS } from "../../../server/time/durations.ts";
import type { Leak, LeakKind } from "../../../simulator/leak.ts";
import type { LeakPlace } from "../../../simulator/leak-site.ts";
import type { Draws } from "../../../simulator/random.ts";

export const simulatedKinds = [
  "constant from 1 gal/h",
  "constant 0.5 gal/h",
  "constant below 1 gal/h",
  "growing",
  "burst",
  "intermittent toilet",
  "phantom refill",
  "stuck toilet",
  "since installation",
] as const;
export type SimulatedKind = (typeof simulatedKinds)[number];

interface Drawn {
  /** Gallons per hour; of a growing leak on average. */
  rate: number;
  hours: number;
  gallonsPerRefill?: number;
}

/** A sort of leak, where it sits, how often it comes, and how big and long it is drawn. */
interface Sort {
  kind: LeakKind;
  place: Extract<LeakPlace, "toilet" | "plumbing" | "heater">;
  weight: number;
  draw(random: Draws): Drawn;
}

const days = (random: Draws, shortest: number, longest: number) => random.between(shortest, longest) * 24;
const log = (random: Draws, low: number, high: number) => low * (high / low) ** random.uniform();

/** The tank takes 0.2 to 1 gal every 20 to 180 minutes. */
function drawRefills(random: Draws): Drawn {
  const gallonsPerRefill = random.between(0.2, 1);
  return { rate: (gallonsPerRefill * 60) / random.between(20, 180), hours: days(random, 5, 28), gallonsPerRefill };
}

const sorts: readonly Sort[] = [
  { kind: "constant", place: "plumbing", weight: 14, draw: (r) => ({ rate: log(r, 0.2, 100), hours: days(r, 4, 28) }) },
  { kind: "constant", place: "plumbing", weight: 6, draw: (r) => ({ rate: 0.5, hours: days(r, 4, 28) }) },
  {
    kind: "running toilet",
    place: "toilet",
    weight: 18,
    draw: (r) => ({ rate: log(r, 0.2, 40), hours: days(r, 4, 28) }),
  },
  {
    kind: "water heater",
    place: "heater",
    weight: 14,
    draw: (r) => ({ rate: log(r, 0.2, 40), hours: days(r, 4, 28) }),
  },
  { kind: "growing", place: "plumbing", weight: 12, draw: (r) => ({ rate: log(r, 1.2, 12), hours: days(r, 5, 30) }) },
  {
    kind: "intermittent toilet",
    place: "toilet",
    weight: 14,
    draw: (r) => ({ rate: r.between(16, 32), hours: days(r, 7, 21) }),
  },
  { kind: "phantom refill", place: "toilet", weight: 12, draw: drawRefills },
  { kind: "burst", place: "plumbing", weight: 8, draw: (r) => ({ rate: log(r, 48, 600), hours: r.between(4, 24) }) },
  {
    kind: "stuck toilet",
    place: "toilet",
    weight: 2,
    draw: (r) => ({ rate: r.between(30, 90), hours: r.between(5, 40) }),
  },
];

/** A leak with the spot on which it sits. */
export interface PlacedLeak {
  place: Sort["place"];
  leak: Leak;
}

/** The leak of a stretch of time, lying wholly in it. Rates lie evenly on a logarithmic scale where they span decades. */
export function drawLeak(from: number, until: number, seed: number, random: Draws): PlacedLeak {
  const sort = random.weighted(sorts);
  const drawn = sort.draw(random);
  const startedAt = from + random.uniform() * (until - from - drawn.hours * HOUR_MS);
  return placed(sort, drawn, Math.round(startedAt / 1000) * 1000, seed);
}

function placed({ kind, place }: Sort, drawn: Drawn, startedAt: number, seed: number): PlacedLeak {
  const { rate, hours, gallonsPerRefill } = drawn;
  const endsAt = startedAt + Math.round(hours * 3600) * 1000;
  return {
    place,
    leak: { kind, seed, startedAt, endsAt, gallonsPerHour: rate, ...(gallonsPerRefill && { gallonsPerRefill }) },
  };
}

const installedInPlumbing: Sort = {
  kind: "constant",
  place: "plumbing",
  weight: 1,
  draw: (r) => ({ rate: log(r, 1, 100), hours: days(r, 5, 28) }),
};
const installedInToilet: readonly Sort[] = [
  {
    kind: "running toilet",
    place: "toilet",
    weight: 1,
    draw: (r) => ({ rate: log(r, 0.2, 40), hours: days(r, 5, 28) }),
  },
  { kind: "phantom refill", place: "toilet", weight: 1, draw: drawRefills },
];

/** A leak that is there when the meters are put in: of a toilet where toilets have meters, else a constant one of the unit. */
export function drawInstalled(from: number, hasToiletMeter: boolean, seed: number, random: Draws): PlacedLeak {
  const sort = hasToiletMeter ? random.weighted(installedInToilet) : installedInPlumbing;
  return placed(sort, sort.draw(random), from, seed);
}

/** What a leak is reported as. */
export function reportedKind({ kind, gallonsPerHour, startedAt }: Leak, readFrom: number): SimulatedKind {
  if (startedAt <= readFrom) return "since installation";
  if (kind === "growing" || kind === "burst" || kind === "intermittent toilet") return kind;
  if (kind === "phantom refill" || kind === "stuck toilet") return kind;
  if (gallonsPerHour >= 1) return "constant from 1 gal/h";
  return gallonsPerHour === 0.5 ? "constant 0.5 gal/h" : "constant below 1 gal/h";
}

/** The instant from which a leak is judged: its begin, or when a growing one reaches 1 gal/h. */
export function judgedFrom({ kind, gallonsPerHour, startedAt, endsAt }: Leak): number {
  if (kind !== "growing") return startedAt;
  // The simulator's growing leak goes from a third of its average rate to five thirds of it.
  const part = Math.min(1, Math.max(0, (1 / gallonsPerHour - 1 / 3) * (3 / 4)));
  return Math.round(startedAt + part * (endsAt - startedAt));
}
