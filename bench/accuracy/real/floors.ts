import { kindRows, type LeakKind } from "../../../leak-benchmark/leaks/kinds.ts";
import type { KindFloors, KindGoal } from "../../../leak-benchmark/scoring/kind-measures.ts";
import type { UntouchedFloors } from "../../../leak-benchmark/scoring/untouched.ts";

/**
 * What the product must reach in real homes, kind by kind. Where many hours after a leak's begin are missing, its windows
 * take longer to fill: steady leaks have a floor of their own over all windows.
 */
const floors: Record<LeakKind, KindFloors> = {
  "constant from 1 gal/h": { inTime: 0.98, inTimeOfAll: 0.89, volume: 0.08 },
  "constant 0.5 gal/h": { inTime: 0.97, inTimeOfAll: 0.86, volume: 0.08 },
  growing: { inTime: 0.98, inTimeOfAll: 0.85, volume: 0.08 },
  burst: { inTime: 0.96, volume: 0.08 },
  "burst of 180 to 250 L/h": {},
  "burst of 3 to 4 h": { ever: 0.85 },
  "burst in the first week": { inTime: 0.85 },
  toilet: { inTime: 0.95, volume: 0.12 },
  "rarer toilet": { inTime: 0.8, volume: 0.12 },
  "toilet, runs 10 to 20 %": {},
  "toilet, runs 20 to 30 %": {},
  "toilet, runs 30 to 50 %": {},
  "toilet by use, runs 10 to 20 %": {},
  "toilet by use, runs 20 to 30 %": { inTime: 0.75, ever: 0.95, covered: 0.8, rows: 1.1 },
  "toilet by use, runs 30 to 50 %": { inTime: 0.92, covered: 0.8, rows: 1.1 },
  "since installation": { inTime: 0.95, volume: 0.08 },
};

export const realGoals: readonly KindGoal[] = kindRows.map((row) => ({ ...row, floors: floors[row.kind] }));

/** Openings per home-year in homes to which nothing was done. */
export const untouchedFloors: UntouchedFloors = { openings: 1.15, notFlat: 0.1, suspected: 0.3 };
