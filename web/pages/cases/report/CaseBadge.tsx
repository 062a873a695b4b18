import {
  IconAlertTriangleFilled,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconClockFilled,
  IconDropletFilled,
  IconHelpCircleFilled,
  IconUserFilled,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { CaseState } from "../../../../contract/leaks/cases.ts";
import classes from "../../../components/badges/Badge.module.css";
import { stateNames } from "./case-text.ts";

const looks = {
  open: { color: "critical", Icon: IconDropletFilled },
  acknowledged: { color: "warning", Icon: IconClockFilled },
  assigned: { color: "warning", Icon: IconUserFilled },
  visited: { color: "warning", Icon: IconUserFilled },
  fix_reported: { color: "healthy", Icon: IconClockFilled },
  cannot_verify: { color: "warning", Icon: IconHelpCircleFilled },
  returned: { color: "critical", Icon: IconAlertTriangleFilled },
  verified: { color: "online", Icon: IconCircleCheckFilled },
  ended: { color: "unknown", Icon: IconCircleDashed },
  not_a_leak: { color: "unknown", Icon: IconCircleDashed },
} as const satisfies Record<CaseState, object>;

/** The state of a case, as icon, name and color. */
export function CaseBadge({ state }: { state: CaseState }): ReactNode {
  const { color, Icon } = looks[state];
  return (
    <span className={classes.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {stateNames[state]}
    </span>
  );
}
