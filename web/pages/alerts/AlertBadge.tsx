import {
  IconAntennaBarsOff,
  IconCircleCheckFilled,
  IconDropletFilled,
  IconDropletOff,
  IconHome,
  IconQuestionMark,
  IconTrendingUp,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { AlertKind } from "../../../contract/leaks/alerts.ts";
import classes from "../../components/badges/Badge.module.css";
import { alertNames } from "../../components/labels.ts";

const looks = {
  "leak opened": { color: "critical", Icon: IconDropletFilled },
  "leak grew": { color: "critical", Icon: IconTrendingUp },
  "leak ended": { color: "online", Icon: IconCircleCheckFilled },
  "device down": { color: "warning", Icon: IconAntennaBarsOff },
  "no consumption": { color: "unknown", Icon: IconDropletOff },
  "vacant but used": { color: "warning", Icon: IconHome },
  quarantine: { color: "warning", Icon: IconQuestionMark },
} as const satisfies Record<AlertKind, object>;

/** The label of what happened. */
export function alertName(kind: AlertKind): string {
  return alertNames[kind];
}

/** What happened, as icon, label and colour. */
export function AlertBadge({ kind }: { kind: AlertKind }): ReactNode {
  const { color, Icon } = looks[kind];
  return (
    <span className={classes.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {alertNames[kind]}
    </span>
  );
}
