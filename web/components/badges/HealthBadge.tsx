import { t } from "@lingui/core/macro";
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./Badge.module.css";

const looks = {
  healthy: { name: t`Healthy`, Icon: IconCircleCheckFilled, color: "healthy" },
  warning: { name: t`Warning`, Icon: IconAlertTriangleFilled, color: "warning" },
  critical: { name: t`Critical`, Icon: IconAlertOctagonFilled, color: "critical" },
  none: { name: t`No data`, Icon: IconCircleDashed, color: "unknown" },
} as const;

type Health = keyof Omit<typeof looks, "none"> | null;

/** The label of a device reporting ratio's class. Null: no device has ever reported, "No data". */
export function healthName(health: Health): string {
  return looks[health ?? "none"].name;
}

/** The class of a device reporting ratio: healthy blue, warning orange, critical red, each with its icon and label. */
export function HealthBadge({ health }: { health: Health }): ReactNode {
  const { name, Icon, color } = looks[health ?? "none"];
  return (
    <span className={classes.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {name}
    </span>
  );
}
