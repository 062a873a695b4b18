import type { ReactNode } from "react";
import classes from "./Skeleton.module.css";

export interface SkeletonProps {
  /** Pixels or a CSS length; all there is where not given. */
  width?: number | string;
  /** Pixels or a CSS length, 12 where not given. */
  height?: number | string;
}

/** Stands where something of this size will come. */
export function Skeleton({ width = "100%", height = 12 }: SkeletonProps): ReactNode {
  return <span className={classes.bone} style={{ width, height }} aria-hidden="true" />;
}
