import { Tooltip } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./InfoTip.module.css";

export interface InfoTipProps {
  /** What the tooltip says, in plain words. */
  label: string;
  /** The words that it explains. Without them it puts an i there. */
  children?: ReactNode;
}

const events = { hover: true, focus: true, touch: true };

/** A tooltip after 50 ms, on hover, focus and touch. */
export function InfoTip({ label, children }: InfoTipProps): ReactNode {
  return (
    <Tooltip label={label} openDelay={50} events={events}>
      {children === undefined ? (
        <button type="button" className={classes.info} aria-label={label}>
          <IconInfoCircle size={15} stroke={1.75} aria-hidden="true" />
        </button>
      ) : (
        <button type="button" className={classes.target}>
          {children}
        </button>
      )}
    </Tooltip>
  );
}
