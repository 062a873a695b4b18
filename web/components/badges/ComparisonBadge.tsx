import type { ReactNode } from "react";

export interface Comparison {
  /** Null: nothing to compare with; no badge. */
  value: number | null;
  /** "pp" for percentages of leaks, "%" for all else. */
  unit: "%" | "pp";
  /** "vs previous 7 days" */
  against?: string;
}

/** More water than before is red with +, less is green with -. */
export function ComparisonBadge(_props: Comparison): ReactNode {
  return null;
}
