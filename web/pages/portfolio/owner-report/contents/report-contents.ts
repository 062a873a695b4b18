import type { FinanceCosts } from "../../../../../contract/costs/finances.ts";
import type { Performance } from "../../../../../contract/reporting/reporting.ts";

import type { Thing } from "./things-to-do.ts";

/** The report's text and figures: the page and its print show this and nothing else. */
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
  /** By month. */
  trend: OwnerReport["bars"];
  /** Those where leaks cost most. */
  properties: readonly PropertyLine[];
  /** Heading of their changes. */
  changeTitle: string;
  repaired: string;
  /** The verified fixes that saved most, with the cost of the repair and when it has paid for itself. */
  fixes: readonly { case_id: number; place: string; text: string }[];
  /** How many cases are not over, by state. */
  cases: string;
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
  /** "+12.3% against the previous 30 days"; null where nothing can be compared. */
  change: string | null;
  note: string;
}

/** A property's figures of the period. */
export interface PropertyLine {
  property_id: number;
  name: string;
  used: string;
  lost: string;
  share: string;
  cost: string;
  /** Of the water lost, against the previous period: "+12.3%"; null: they cannot be compared. */
  change: string | null;
}

/** Dollars of a bar's days. */
export interface CostBar {
  label: string;
  toilet: number | null;
  other: number | null;
  previous: number | null;
}
