import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconAlertTriangle, IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./State.module.css";

export interface ErrorStateProps {
  /** What could not be loaded: "The leaks could not be loaded." */
  message?: string;
  onRetry?: () => void;
  /** One line, for above old data. */
  inline?: boolean;
}

/** A failure with Retry; it never looks like an empty list. */
export function ErrorState({ message = t`This could not be loaded.`, onRetry, inline }: ErrorStateProps): ReactNode {
  const retry = onRetry && (
    <Button variant="default" onClick={onRetry} leftSection={<IconRefresh size={14} aria-hidden="true" />}>
      <Trans>Retry</Trans>
    </Button>
  );
  if (inline) {
    return (
      <div className={classes.inline} role="alert">
        <IconAlertTriangle className={classes.icon} size={16} aria-hidden="true" />
        <span className={classes.sentence}>{message}</span>
        {retry}
      </div>
    );
  }
  return (
    <div className={`${classes.state} ${classes.error}`} role="alert">
      <IconAlertTriangle className={classes.icon} size={24} stroke={1.5} aria-hidden="true" />
      <div className={classes.title}>{message}</div>
      <div className={classes.sentence}>
        <Trans>Try again in a moment.</Trans>
      </div>
      {retry && <div className={classes.action}>{retry}</div>}
    </div>
  );
}
