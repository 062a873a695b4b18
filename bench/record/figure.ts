/** What a figure has to reach. */
export interface Goal {
  must: "be at least" | "be at most" | "be";
  value: number;
}

/** One measured number. */
export interface Figure {
  name: string;
  value: number;
  /** As it stands behind the number, such as `MB` or `readings/s`; empty for a count. */
  unit: string;
  goal?: Goal;
}

/** What one bench measured. */
export interface BenchResult {
  /** Name of the bench, and of these figures in the record. */
  bench: string;
  /** A sentence about what was measured and how. */
  what: string;
  /** The command that measures it again. */
  command: string;
  /** Version of the Postgres it ran on. */
  postgres: string;
  figures: Figure[];
}

/** Whether a figure reaches its goal; one without a goal does. */
export function isReached({ value, goal }: Figure): boolean {
  if (goal === undefined) return true;
  if (goal.must === "be") return value === goal.value;
  return goal.must === "be at least" ? value >= goal.value : value <= goal.value;
}

/** A number with its unit, for people: about three figures, thousands apart; a thousandth is not nothing. */
export function amount(value: number, unit: string): string {
  const digits = decimals(value);
  const number = value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return unit === "" ? number : `${number} ${unit}`;
}

function decimals(value: number): number {
  const size = Math.abs(value);
  if (Number.isInteger(value) || size >= 1000) return 0;
  if (size >= 10) return 1;
  return size >= 0.1 ? 2 : 3;
}

/** The goal in words; empty without one. */
export function goalText({ goal, unit }: Figure): string {
  if (goal === undefined) return "";
  const prefixes = { "be at least": "at least ", "be at most": "at most ", be: "" };
  return `${prefixes[goal.must]}${amount(goal.value, unit)}`;
}
