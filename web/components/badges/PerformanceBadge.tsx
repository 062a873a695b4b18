import type { ReactNode } from "react";

/** How a property does, in the order in which the classes are always shown. */
export const performanceClasses = ["on_track", "opportunities", "critical", "zero_usage"] as const;
export type Performance = (typeof performanceClasses)[number];

/** A property's class as icon, word and colour. Null is no reporting meter: "No data". */
export function PerformanceBadge(_props: { performance: Performance | null }): ReactNode {
  return null;
}
