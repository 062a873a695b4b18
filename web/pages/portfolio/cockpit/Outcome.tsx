import { IconAlertTriangleFilled, IconCircleCheckFilled, IconHelpCircleFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { outcomeNames } from "../../../../contract/labels/labels.ts";
import type { LeakOutcome } from "../../../../contract/leaks/leaks.ts";
import badge from "../../../components/badges/Badge.module.css";
import { NOT_MEASURED } from "../../../components/format.ts";

const looks = {
  held: { Icon: IconCircleCheckFilled, color: "online" },
  came_back: { Icon: IconAlertTriangleFilled, color: "critical" },
  too_early: { Icon: IconHelpCircleFilled, color: "unknown" },
} as const;

/** The label of a leak's outcome; null, it is still running, is an empty text. */
export function outcomeText(outcome: LeakOutcome | null): string {
  return outcome === null ? "" : outcomeNames[outcome];
}

/** The outcome of a leak that stopped, as icon and label. Null, it is still running, is a dash. */
export function Outcome({ outcome }: { outcome: LeakOutcome | null }): ReactNode {
  if (outcome === null) return NOT_MEASURED;
  const { Icon, color } = looks[outcome];
  return (
    <span className={badge.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {outcomeNames[outcome]}
    </span>
  );
}
