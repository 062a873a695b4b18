import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconCircleMinus,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Performance } from "../../../contract/reporting.ts";
import classes from "./Badge.module.css";

const looks = {
  on_track: { name: "On Track", color: "online", Icon: IconCircleCheckFilled },
  opportunities: { name: "Opportunities", color: "warning", Icon: IconAlertTriangleFilled },
  critical: { name: "Critical", color: "critical", Icon: IconAlertOctagonFilled },
  zero_usage: { name: "Zero Usage", color: "unknown", Icon: IconCircleMinus },
  none: { name: "No data", color: "unknown", Icon: IconCircleDashed },
} as const;

/** A class in words. Null is no reporting meter: "No data". */
export function performanceName(performance: Performance | null): string {
  return looks[performance ?? "none"].name;
}

/** The token of a class's colour, without its dashes: "critical". */
export function performanceColor(performance: Performance | null): string {
  return looks[performance ?? "none"].color;
}

/** A property's class as icon, word and colour. Null is no reporting meter: "No data". */
export function PerformanceBadge({ performance }: { performance: Performance | null }): ReactNode {
  const { name, color, Icon } = looks[performance ?? "none"];
  return (
    <span className={classes.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {name}
    </span>
  );
}
