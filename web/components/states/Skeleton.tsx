import type { ReactNode } from "react";

/** Stands where something of this size will come. Sizes are pixels or CSS lengths. */
export function Skeleton(_props: { width?: number | string; height?: number | string }): ReactNode {
  return null;
}
