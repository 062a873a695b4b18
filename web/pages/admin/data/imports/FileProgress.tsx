import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { formatFileSize, percentOf } from "./import-text.ts";
import classes from "./imports.module.css";

interface Props {
  /** "Sending" */
  what: string;
  /** Bytes so far, and in all. */
  done: number;
  all: number;
  /** Rows so far, where they are read. */
  rows?: number | undefined;
  onInterrupt: () => void;
  isInterrupting?: boolean;
}

/** How far a file is, with a way to stop it. */
export function FileProgress({ what, done, all, rows, onInterrupt, isInterrupting }: Props): ReactNode {
  const percent = percentOf(done, all);
  return (
    <div className={classes.progress}>
      <div className={classes.progressWords}>
        <span role="status">{what}</span>
        <span className={classes.figures}>
          {rows !== undefined && rows > 0 && t`${plural(rows, { one: "# row", other: "# rows" })} · `}
          {all > 0 && t`${formatFileSize(done)} of ${formatFileSize(all)} · ${percent}%`}
        </span>
      </div>
      <progress className={classes.bar} aria-label={what} max={100} value={percent} />
      <div className={classes.foot}>
        <Button variant="default" loading={isInterrupting} onClick={onInterrupt}>
          <Trans>Interrupt</Trans>
        </Button>
      </div>
    </div>
  );
}
