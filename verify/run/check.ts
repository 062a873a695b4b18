import type { Figure, Goal } from "../../bench/record/figure.ts";

/** One thing that was counted or measured, and what it must be. */
export interface Finding {
  what: string;
  count: number;
  /** As it stands behind the number, such as `MB` or `ms`; left out for a count. */
  unit?: string;
  /** Exactly this number, at least or at most this number. */
  must: { be: number } | { reach: number } | { stay: number };
}

/** What there must be none of. */
export function none(what: string, count: number): Finding {
  return exactly(what, count, 0);
}

export function exactly(what: string, count: number, be: number, unit?: string): Finding {
  return { what, count, ...(unit === undefined ? {} : { unit }), must: { be } };
}

export function atLeast(what: string, count: number, reach: number, unit?: string): Finding {
  return { what, count, ...(unit === undefined ? {} : { unit }), must: { reach } };
}

export function atMost(what: string, count: number, stay: number, unit?: string): Finding {
  return { what, count, ...(unit === undefined ? {} : { unit }), must: { stay } };
}

/** What a control must show: a sabotaged server that looks sound means that the check sees nothing. */
export function caught(what: string, count: number, least = 1, unit?: string): Finding {
  return atLeast(`${what}, as must be seen`, count, least, unit);
}

/** `fast` is a sample for every change, in half a minute or so; `full` reaches the figures. */
export type Size = "fast" | "full";

/** A check of what must hold under load, fault and attack. */
export interface Check {
  /** Its number in the list of what must hold, such as `E1`. */
  id: string;
  /** What it proves, in a sentence. */
  proves: string;
  /** Where it runs beside its own name: in `fast` and in the full set, in the full set alone, or in neither (the soak). */
  runsIn: "fast" | "full" | "own name only";
  /**
   * Whether it measures no memory, and no time that comes near its goal, so that in the full set another such one may run
   * beside it.
   */
  countsOnly?: true;
  /** Whether it mostly waits, so that in the full set another such one may run beside it though it measures time. */
  waitsMostly?: true;
  /** Does it and counts. `say` prints a line of progress. */
  run(say: (line: string) => void, size: Size): Promise<Finding[]>;
}

/** What a count must be, in words. */
export function describeGoal(must: Finding["must"]): string {
  if ("be" in must) return `must be ${must.be}`;
  return "reach" in must ? `must reach ${must.reach}` : `must stay within ${must.stay}`;
}

/** A finding as a figure of the record. */
export function figureOf({ what, count, unit, must }: Finding): Figure {
  return { name: what, value: count, unit: unit ?? "", goal: goalOf(must) };
}

function goalOf(must: Finding["must"]): Goal {
  if ("be" in must) return { must: "be", value: must.be };
  return "reach" in must ? { must: "be at least", value: must.reach } : { must: "be at most", value: must.stay };
}

/** Whether a count is what it must be. */
export function holds({ count, must }: Finding): boolean {
  if ("be" in must) return count === must.be;
  return "reach" in must ? count >= must.reach : count <= must.stay;
}
