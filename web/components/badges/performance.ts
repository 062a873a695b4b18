import type { Performance } from "../../../contract/reporting/reporting.ts";

/** How a property can do, in the order in which the classes are always shown. */
export const performanceClasses = [
  "on_track",
  "opportunities",
  "critical",
  "zero_usage",
] as const satisfies Performance[];
