import type { ReactNode } from "react";

/** The kind of a leak in words: anything but the three known kinds is a Hybrid Leak. */
export function LeakTypeBadge(_props: { leakType: string }): ReactNode {
  return null;
}
