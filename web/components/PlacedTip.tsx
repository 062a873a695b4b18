import type { ReactNode } from "react";
import classes from "./PlacedTip.module.css";

interface Props {
  left: number | string;
  top: number | string;
  /** Pixels between the place and the text. */
  away: number;
  /** Below the place, where there is no room above it. */
  below: boolean;
  /** The side to which the text extends near an edge; undefined: both. */
  side: "left" | "right" | undefined;
  children: ReactNode;
}

/** A tooltip at a place of the surrounding box; screen readers get its text from the element at that place. */
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
