import { t } from "@lingui/core/macro";
import { IconDropletOff } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./State.module.css";

export interface EmptyStateProps {
  /** "No data" where not given. */
  title?: string;
  /** What would fill it. */
  sentence?: string;
  /** A link or button to that. */
  action?: ReactNode;
}

/** Nothing to show, and what would change that. */
export function EmptyState({ title = t`No data`, sentence, action }: EmptyStateProps): ReactNode {
  return (
    <div className={classes.state}>
      <IconDropletOff className={classes.icon} size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes.title}>{title}</div>
      {sentence && <div className={classes.sentence}>{sentence}</div>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}
