import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import classes from "./information.module.css";

/** A loading indicator with the height of so many lines. */
export function Loading({ lines }: { lines: number }): ReactNode {
  return (
    <p className={classes.loading} role="status" style={{ "--lines": lines }}>
      <Trans>Loading...</Trans>
    </p>
  );
}
