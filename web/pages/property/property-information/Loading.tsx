import type { ReactNode } from "react";
import classes from "./information.module.css";

/** Says that something is on its way, in the room of so many lines. */
export function Loading({ lines }: { lines: number }): ReactNode {
  return (
    <p className={classes.loading} role="status" style={{ "--lines": lines }}>
      Loading...
    </p>
  );
}
