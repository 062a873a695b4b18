import type { Estimate } from "./intervals.ts";

/** What a figure has to reach. */
export interface Goal {
  must: "be at least" | "be at most";
  value: number;
}

/** One figure of the accuracy bench: what was measured, on how many cases, how sure, and what is required. */
export interface Measure {
  name: string;
  /** Shares are held as parts of one and shown in percent. */
  unit: "%" | "per home-year" | "per unit-year" | "per 100 units and month" | "h" | "rows";
  /** null: no cases. */
  estimate: Estimate | null;
  goal: Goal | null;
}

export function measure(name: string, unit: Measure["unit"], estimate: Estimate | null, goal?: Goal): Measure {
  return { name, unit, estimate, goal: goal ?? null };
}

export function atLeast(value: number): Goal {
  return { must: "be at least", value };
}

export function atMost(value: number): Goal {
  return { must: "be at most", value };
}

/** Whether a measure reaches its goal; one without cases has nothing to show. */
export function isMet({ estimate, goal }: Measure): boolean {
  if (goal === null) return true;
  if (estimate === null) return false;
  return goal.must === "be at least" ? estimate.value >= goal.value : estimate.value <= goal.value;
}

/** A number with at most one decimal from 10 on, two below. */
export function short(value: number): string {
  return value.toFixed(Math.abs(value) >= 9.95 ? 1 : 2);
}
