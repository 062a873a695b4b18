import { t } from "@lingui/core/macro";
import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Performance } from "../../../contract/reporting/reporting.ts";
import { performanceNames } from "../labels.ts";
import classes from "./Badge.module.css";

const looks = {
  on_track: { color: "online", Icon: IconCircleCheckFilled },
  opportunities: { color: "warning", Icon: IconAlertTriangleFilled },
  critical: { color: "critical", Icon: IconAlertOctagonFilled },
  zero_usage: { color: "unknown", Icon: IconCircleMinus },
  none: { color: "unknown", Icon: IconCircleDashed },
} as const;

/** The label of a class. Null: no reporting meter, "No data". */
export function performanceName(performance: Performance | null): string {
  return performance === null ? t`No data` : performanceNames[performance];
}

/** The token of a class's colour, without its dashes: "critical". */
export function performanceColor(performance: Performance | null): string {
  return looks[performance ?? "none"].color;
}

/** A property's class as icon, label and colour. Null: no reporting meter, "No data". */
export function PerformanceBadge({ performance }: { performance: Performance | null }): ReactNode {
  const { color, Icon } = looks[performance ?? "none"];
  return (
    <span className={classes.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {performanceName(performance)}
    </span>
  );
}
