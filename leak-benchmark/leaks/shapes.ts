import { HOUR_MS } from "../readings/durations.ts";
import type { Draws } from "./draws.ts";

/** Litres in a gallon of 231 cubic inches. */
export const LITRES_PER_GALLON = 3.785411784;

/** A stretch of time; milliseconds since the epoch. */
export interface Span {
  from: number;
  until: number;
}

/** How much of a leak has run out by an instant. */
export interface LeakShape extends Span {
  /** Litres from its begin to an instant: 0 before, constant after its end, never falling. */
  litresUntil(at: number): number;
}

function within(from: number, until: number, at: number): number {
  return Math.min(Math.max(at, from), until) - from;
}

/** The same rate all along. */
export function constantLeak(from: number, until: number, litresPerHour: number): LeakShape {
  return { from, until, litresUntil: (at) => (within(from, until, at) * litresPerHour) / HOUR_MS };
}

/** From nothing, evenly faster up to a rate that it reaches after `growsFor` milliseconds and keeps. */
export function growingLeak(from: number, until: number, litresPerHour: number, growsFor: number): LeakShape {
  const litresUntil = (at: number) => {
    const elapsed = within(from, until, at);
    const growing = Math.min(elapsed, growsFor);
    const grown = elapsed - growing;
    return (litresPerHour * ((growing * growing) / (2 * growsFor) + grown)) / HOUR_MS;
  };
  return { from, until, litresUntil };
}

/** Hours between which the spells of an intermittent leak are drawn, each one on its own. */
export interface Spells {
  on: [shortest: number, longest: number];
  off: [shortest: number, longest: number];
}

/** A valve that sticks and frees itself: runs, rests, runs again, beginning with a run. */
export function intermittentLeak(
  from: number,
  until: number,
  litresPerHour: number,
  { on, off }: Spells,
  random: Draws,
): LeakShape {
  const runs: Span[] = [];
  for (let begin = from; begin < until; ) {
    const end = Math.min(until, begin + random.between(...on) * HOUR_MS);
    runs.push({ from: begin, until: end });
    begin = end + random.between(...off) * HOUR_MS;
  }
  return leakOfRuns(from, until, litresPerHour, runs);
}

/** The same rate in each of its runs, which follow one another in time, and nothing between them. */
export function leakOfRuns(from: number, until: number, litresPerHour: number, runs: readonly Span[]): LeakShape {
  let before = 0;
  const known = runs.map((run) => {
    const own = { ...run, before };
    before += run.until - run.from;
    return own;
  });
  const litresUntil = (at: number) => {
    const last = known.findLast((run) => run.from <= at);
    if (last === undefined) return 0;
    return ((last.before + within(last.from, last.until, at)) * litresPerHour) / HOUR_MS;
  };
  return { from, until, litresUntil };
}
