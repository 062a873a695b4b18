import { IconAlertTriangleFilled, IconCircleCheckFilled, IconHelpCircleFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { outcomeNames } from "../../../../contract/labels.ts";
import type { LeakOutcome } from "../../../../contract/leaks.ts";
import badge from "../../../components/badges/Badge.module.css";
import { NOT_MEASURED } from "../../../components/format.ts";

const looks = {
  held: { Icon: IconCircleCheckFilled, color: "online" },
  came_back: { Icon: IconAlertTriangleFilled, color: "critical" },
  too_early: { Icon: IconHelpCircleFilled, color: "unknown" },
} as const;

/** What became of a leak in words; null, it goes on, is an empty text. */
export function outcomeText(outcome: LeakOutcome | null): string {
  return outcome === null ? "" : outcomeNames[outcome];
}

/** What became of a leak that stopped, as icon and word. Null, it goes on, is a dash. */
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
