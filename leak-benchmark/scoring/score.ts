import type { Span } from "../leaks/shapes.ts";
import { clockHoursTo, measuredHoursTo } from "./measured-hours.ts";
import { coveredLife, type Finding, findings, type Opening, rowsOfLeak } from "./opening.ts";

/** A leak as it is scored. */
export interface ScoredLeak {
  leak: Span;
  /** The instant from which hours count: its begin, or when a growing leak reaches 1 gal/h. */
  judgedFrom: number;
}

/** How soon a leak was found. */
export interface Found {
  at: number;
  measuredHours: number;
  clockHours: number;
}

/** What became of a leak. */
export interface Score {
  /** By a row, suspected or not; null: not found. */
  any: Found | null;
  /** By a row that is more than a suspicion. */
  sure: Found | null;
  /** Rows that the leak has, suspicions aside. */
  rows: number;
  /** The part of its life that they cover. */
  covered: number;
}

/** Holds a detector's rows of a meter against the leak in it. Hours are those of the meter that were measured. */
export function scoreLeak(
  { leak, judgedFrom }: ScoredLeak,
  hours: readonly { at: number }[],
  rows: readonly Opening[],
  untouched: readonly Opening[],
): Score {
  const own = rowsOfLeak(rows, leak, untouched);
  const found = (finding: Finding<Opening> | null) =>
    finding && {
      at: finding.at,
      measuredHours: measuredHoursTo(hours, judgedFrom, finding.at),
      clockHours: clockHoursTo(judgedFrom, finding.at),
    };
  const { any, sure } = findings(own);
  return {
    any: found(any),
    sure: found(sure),
    rows: own.filter(({ sureAt }) => sureAt !== null).length,
    covered: coveredLife(own, leak),
  };
}
