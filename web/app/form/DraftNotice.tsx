import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import classes from "./entry.module.css";

/** Says that typed values came back from before the session ended. */
export function DraftNotice({ isBack }: { isBack: boolean }): ReactNode {
  if (!isBack) return null;
  return (
    <p className={classes.back} role="status">
      <Trans>Your session ended before this was saved. What you typed is back, and nothing of it is saved yet.</Trans>
    </p>
  );
}
