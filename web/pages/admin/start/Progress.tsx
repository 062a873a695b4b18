import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import classes from "./start.module.css";

interface Props {
  label: string;
  value: number;
  most: number;
}

/** How much of something is there. */
export function Progress({ label, value, most }: Props): ReactNode {
  return (
    <div className={classes.progress}>
      <span>{label}</span>
      <b>
        <Trans>
          {Math.min(value, most)} of {most}
        </Trans>
      </b>
      <progress value={Math.min(value, most)} max={most} aria-label={label} />
    </div>
  );
}
