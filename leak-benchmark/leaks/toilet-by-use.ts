import { HOUR_MS } from "../readings/durations.ts";
import type { Register } from "../readings/register.ts";
import type { Draws } from "./draws.ts";
import type { Span } from "./shapes.ts";

/** An interval between two readings with less than this in it holds no flush. Thousandths of a litre. */
const LEAST_DRAW = 4000;
/** One that lasts longer than this says nothing of when water was drawn in it. */
const LONGEST_INTERVAL_MS = 1.5 * HOUR_MS;
/** Longest run that ends with the next draw, and the hours of one that does not wait for it. */
const MOST_HOURS = 8;
const OWN_HOURS = [1, 5] as const;
const STEPS = 24;
/** How far from the wanted share of its time a toilet may run. */
const TOLERANCE = 0.01;

/** A draw of the household, and what a flapper that sticks after it would do. */
interface Chance {
  at: number;
  /** It sticks when the probability is above this. */
  sticks: number;
  /** When it would close. */
  until: number;
}

/**
 * The runs of a flapper that now and then stays open after a flush: each interval in which the household drew at least 4 L
 * sets one off, when it ends, with a probability for which the toilet runs the wanted share of its time. Every second
 * run lasts until the end of the next such interval, at most 8 h, the others 1 to 5 h whatever is drawn meanwhile.
 * @returns null when the household draws too little in that time for so much
 */
export function runsByUse(
  registers: readonly Register[],
  { from, until }: Span,
  share: number,
  random: Draws,
): Span[] | null {
  const draws = drawsOf(registers, from, until);
  const chances = draws.map((at, i): Chance => {
    const next = Math.min(draws[i + 1] ?? until, at + MOST_HOURS * HOUR_MS);
    const sticks = random.uniform();
    const waits = random.uniform() < 0.5;
    const own = at + random.between(...OWN_HOURS) * HOUR_MS;
    return { at, sticks, until: Math.min(until, waits ? next : own) };
  });
  let [low, high] = [0, 1];
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2;
    const runs = runsAt(chances, middle);
    const ran = runs.reduce((sum, run) => sum + run.until - run.from, 0) / (until - from);
    if (Math.abs(ran - share) <= TOLERANCE) return runs;
    if (ran < share) low = middle;
    else high = middle;
  }
  return null;
}

function drawsOf(registers: readonly Register[], from: number, until: number): number[] {
  const draws: number[] = [];
  for (const [i, { at, millilitres }] of registers.entries()) {
    const before = registers[i - 1];
    if (before === undefined || at < from || at >= until || at - before.at > LONGEST_INTERVAL_MS) continue;
    if (millilitres - before.millilitres >= LEAST_DRAW) draws.push(at);
  }
  return draws;
}

function runsAt(chances: readonly Chance[], probability: number): Span[] {
  const runs: Span[] = [];
  let free = Number.NEGATIVE_INFINITY;
  for (const { at, sticks, until } of chances) {
    if (at < free || sticks >= probability) continue;
    runs.push({ from: at, until });
    free = until;
  }
  return runs;
}
