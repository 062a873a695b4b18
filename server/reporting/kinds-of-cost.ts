import type { Sums } from "./totals.ts";

/** What leaks cost in millionths of a dollar, and of that the two kinds that summaries show separately. */
export interface KindsOfCost {
  all: number | null;
  toilet: number | null;
  /** Water heaters' among them. */
  other: number | null;
  /** Toilets' part of hundred; null without any cost. */
  toiletPercentage: number | null;
  /** The rest of 100. */
  otherPercentage: number | null;
}

/** The costs of leaks by kind; all null where nothing was measured, or without a period. */
export function kindsOfCost(of: Sums | null): KindsOfCost {
  if (of === null || of.leak_cost === null) {
    return { all: null, toilet: null, other: null, toiletPercentage: null, otherPercentage: null };
  }
  const other = (of.heater_cost ?? 0) + (of.other_cost ?? 0);
  const [all, toilet] = [of.leak_cost, of.leak_cost - other];
  const toiletPercentage = all === 0 ? null : (toilet / all) * 100;
  return {
    all,
    toilet,
    other,
    toiletPercentage,
    otherPercentage: toiletPercentage === null ? null : 100 - toiletPercentage,
  };
}
