import { DAY_MS, HOUR_MS } from "../server/time/durations.ts";
import { hash } from "./random.ts";

export type LeakKind =
  | "running toilet"
  | "intermittent toilet"
  | "phantom refill"
  | "stuck toilet"
  | "constant"
  | "growing"
  | "drip"
  | "burst"
  | "water heater"
  | "building"
  | "irrigation";

export interface Leak {
  kind: LeakKind;
  seed: number;
  /** Milliseconds since the epoch. */
  startedAt: number;
  endsAt: number;
  /** While it runs; a growing leak has this rate on its average day. */
  gallonsPerHour: number;
  /** Of a phantom refill: gallons that the tank takes each time; default: GALLONS_PER_REFILL. */
  gallonsPerRefill?: number;
}

/** Gallons and minutes of flow since a leak began: the whole leak as a function of time, so any span is a difference. */
interface Poured {
  gallons: number;
  minutes: number;
}

type Course = (leak: Leak, elapsed: number) => Poured;

/** Pressure falls and rises by this part over a day, and a leak's rate with it. */
const PRESSURE_SWING = 0.05;

const steady: Course = (leak, elapsed) => {
  const turn = (2 * Math.PI) / DAY_MS;
  const swing = (PRESSURE_SWING / turn) * (1 - Math.cos(turn * elapsed));
  return { gallons: (leak.gallonsPerHour * (elapsed + swing)) / HOUR_MS, minutes: elapsed / 60_000 };
};

/** From a third of its average rate to five thirds of it. */
const growing: Course = (leak, elapsed) => {
  const part = elapsed / (leak.endsAt - leak.startedAt);
  return {
    gallons: (leak.gallonsPerHour * elapsed * (1 / 3 + (2 / 3) * part)) / HOUR_MS,
    minutes: elapsed / 60_000,
  };
};

/**
 * A valve that sticks and frees itself: on for 1 to 5 hours, off for half an hour to 6. The spells come in pairs of a
 * length that stays the same for one leak: what the first of a pair runs longer than the mean, the second runs shorter.
 */
const intermittent: Course = (leak, elapsed) => {
  const period = (4 + (hash(leak.seed, 1) % 3001) / 1000) * HOUR_MS;
  const shortest = Math.max(HOUR_MS, period - 6 * HOUR_MS);
  const longest = Math.min(5 * HOUR_MS, period - HOUR_MS / 2);
  const mean = (shortest + longest) / 2;
  const pair = Math.floor(elapsed / (2 * period));
  const deviation = (longest - mean) * ((hash(leak.seed, 2 + pair) % 2001) / 1000 - 1);
  const inPair = elapsed - pair * 2 * period;
  const first = Math.min(inPair, mean + deviation);
  const second = Math.min(Math.max(0, inPair - period), mean - deviation);
  const on = pair * 2 * mean + first + second;
  return { gallons: (leak.gallonsPerHour * on) / HOUR_MS, minutes: on / 60_000 };
};

/** A tank that empties unseen and fills up again, for about a minute, whenever it has lost so much. */
const GALLONS_PER_REFILL = 0.4;

const refilling: Course = (leak, elapsed) => {
  const gallonsPerRefill = leak.gallonsPerRefill ?? GALLONS_PER_REFILL;
  const refills = Math.floor((elapsed / HOUR_MS) * (leak.gallonsPerHour / gallonsPerRefill));
  return { gallons: refills * gallonsPerRefill, minutes: refills };
};

const courses: Record<LeakKind, Course> = {
  "running toilet": steady,
  "intermittent toilet": intermittent,
  "phantom refill": refilling,
  "stuck toilet": steady,
  constant: steady,
  growing,
  drip: steady,
  burst: steady,
  "water heater": steady,
  building: steady,
  irrigation: steady,
};

function pouredUntil(leak: Leak, at: number): Poured {
  return courses[leak.kind](leak, Math.min(Math.max(at, leak.startedAt), leak.endsAt) - leak.startedAt);
}

function countedGallons(poured: Poured, registerCount: number): number {
  // The nudge keeps whole multiples (two refills of 0.4 gal) from falling just below themselves.
  return Math.floor((poured.gallons * 1000) / registerCount + 1e-6) * registerCount;
}

/** What a register counts of a leak from one instant to another: thousandths of a gallon, whole counts. */
export function leakGallons(leak: Leak, from: number, to: number, registerCount: number): number {
  return countedGallons(pouredUntil(leak, to), registerCount) - countedGallons(pouredUntil(leak, from), registerCount);
}

/**
 * Minutes with flow and separate draws, given what a register counted in the span. A meter sees flow by its counts: a
 * leak too slow to give one every minute shows as scattered minutes.
 */
export function leakMinutes(leak: Leak, from: number, to: number, counts: number): { minutes: number; draws: number } {
  const running = pouredUntil(leak, to).minutes - pouredUntil(leak, from).minutes;
  const minutes = Math.min(running, counts, 60);
  if (leak.kind === "phantom refill") return { minutes, draws: minutes };
  const scattered = running > counts ? minutes * (1 - minutes / 60) : 0;
  return { minutes, draws: Math.max(1, Math.ceil(scattered)) };
}
