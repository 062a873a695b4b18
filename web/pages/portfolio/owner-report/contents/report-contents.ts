import type { FinanceCosts } from "../../../../../contract/costs/finances.ts";
import type { Performance } from "../../../../../contract/reporting/reporting.ts";

import type { Thing } from "./things-to-do.ts";

/** The report's text and figures: the page, its print and its PDF all show this and nothing else. */
export interface OwnerReport {
  of: string;
  places: string;
  period: string;
  prepared: string;
  headline: string;
  tone: "better" | "worse" | "even" | "unknown";
  figures: readonly Figure[];
  bars: { each: FinanceCosts["resolution"]; points: readonly CostBar[] };
  classes: readonly { id: Performance; count: number }[];
  noData: number;
  costliest: readonly { property_id: number; name: string; dollars: number; text: string }[];
  repaired: string;
  complete: string;
  /** Whether too little was read for the figures to be of all the water. */
  low: boolean;
  things: readonly Thing[];
  /** Shown if there is nothing to do. */
  nothingToDo: string;
  foot: string;
}

/** A headline figure; `id` names the list that it is made of. */
export interface Figure {
  id: "leak_cost" | "gallons_leaked" | "leak_percentage" | "units_with_leakage";
  name: string;
  value: string;
  /** "+12.3% vs. 30 days before"; null where nothing can be compared. */
  change: string | null;
  note: string;
}

/** Dollars of a bar's days. */
export interface CostBar {
  label: string;
  toilet: number | null;
  other: number | null;
  previous: number | null;
}
