import type { ReactNode } from "react";
import classes from "./PlacedTip.module.css";

interface Props {
  left: number | string;
  top: number | string;
  /** Pixels between the place and the words. */
  away: number;
  /** Below the place, where there is no room above it. */
  below: boolean;
  /** To which side the words go on, near an edge; undefined: both. */
  side: "left" | "right" | undefined;
  children: ReactNode;
}

/** Words about a place in the box around it; a screen reader has them from what stands there. */
export function PlacedTip({ left, top, away, below, side, children }: Props): ReactNode {
  return (
    <div
      className={classes.tip}
      style={{ left, top, "--away": `${away}px` }}
      data-below={below || undefined}
      data-side={side}
      aria-hidden="true"
    >
      {children}
    </div>
  );
}
