import type { KindGoal } from "../../../leak-benchmark/scoring/kind-measures.ts";

/**
 * What a leak is judged as: the kinds of the truth, and apart from them constant leaks below 1 gal/h, constant ones that
 * the first reading already shows, toilets that run little of their time, short bursts, and bursts of new meters.
 */
export type JudgedKind =
  | "constant"
  | "constant below 1 gal/h"
  | "growing"
  | "toilet"
  | "rarer toilet"
  | "burst"
  | "burst of up to 4 h"
  | "burst in the first week"
  | "since installation";

/** Within how many measured hours each kind is to be found, and the floors that the command checks by default. */
export const givenGoals: Record<JudgedKind, KindGoal & { kind: JudgedKind }> = {
  constant: goal("constant", 30, { inTime: 0.98, inTimeOfAll: 0.89, volume: 0.08 }),
  "constant below 1 gal/h": goal("constant below 1 gal/h", 54, { inTime: 0.97, inTimeOfAll: 0.86, volume: 0.08 }),
  growing: goal("growing", 30, { inTime: 0.98, inTimeOfAll: 0.85, volume: 0.08 }),
  toilet: goal("toilet", 72, { inTime: 0.95, volume: 0.12 }),
  "rarer toilet": goal("rarer toilet", null, { inTime: 0.8, volume: 0.12 }),
  burst: { ...goal("burst", 3, { inTime: 0.96, volume: 0.08 }), suspicionCounts: true },
  "burst of up to 4 h": goal("burst of up to 4 h", null, { inTime: 0.85 }),
  "burst in the first week": { ...goal("burst in the first week", 4, { inTime: 0.85 }), suspicionCounts: true },
  "since installation": goal("since installation", 72, { inTime: 0.95, volume: 0.08 }),
};

function goal(kind: JudgedKind, within: number | null, floors: KindGoal["floors"]) {
  return { kind, within, suspicionCounts: false, floors };
}
