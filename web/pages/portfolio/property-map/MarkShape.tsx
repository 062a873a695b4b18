import type { ReactNode } from "react";
import type { Performance } from "../../../../contract/reporting/reporting.ts";
import classes from "./mark.module.css";

/** Each class has a shape of its own, so that none needs its colour to be known. */
const shapes: Readonly<Record<Performance | "none", ReactNode>> = {
  on_track: <circle cx="12" cy="12" r="10" />,
  opportunities: <path d="M12 1.5 23 21.5H1Z" />,
  critical: <path d="M12 0.8 23.2 12 12 23.2 0.8 12Z" />,
  zero_usage: <rect x="3.5" y="3.5" width="17" height="17" data-hollow="" />,
  none: <circle cx="12" cy="12" r="9" data-hollow="" data-dashed="" />,
};

/** A property's mark, by its class. Null is no reporting meter. */
export function MarkShape({ performance, size }: { performance: Performance | null; size: number }): ReactNode {
  return (
    <svg
      className={classes.shape}
      data-class={performance ?? "none"}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      {shapes[performance ?? "none"]}
    </svg>
  );
}
