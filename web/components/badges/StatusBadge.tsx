import { t } from "@lingui/core/macro";
import { IconCircleCheckFilled, IconCircleXFilled, IconClockFilled, IconHelpCircleFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Badge.module.css";

const looks = {
  online: { name: t`Online`, color: "online", Icon: IconCircleCheckFilled },
  offline: { name: t`Offline`, color: "offline", Icon: IconCircleXFilled },
  delayed: { name: t`Delayed`, color: "offline", Icon: IconClockFilled },
} as const;

function isKnown(status: string): status is keyof typeof looks {
  return Object.hasOwn(looks, status);
}

/** A device's status: online green, offline and delayed red, all else grey. */
export function StatusBadge({ status }: { status: string }): ReactNode {
  const { name, color, Icon } = isKnown(status)
    ? looks[status]
    : {
        name: status === "" ? t`Unknown` : status.charAt(0).toUpperCase() + status.slice(1),
        color: "unknown",
        Icon: IconHelpCircleFilled,
      };
  return (
    <span className={classes.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {name}
    </span>
  );
}
