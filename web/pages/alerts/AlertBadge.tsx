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
import type { AlertKind } from "../../../contract/alerts.ts";
import classes from "../../components/badges/Badge.module.css";

const looks = {
  "leak opened": { name: "Leak", color: "critical", Icon: IconDropletFilled },
  "leak grew": { name: "Leak has grown", color: "critical", Icon: IconTrendingUp },
  "leak ended": { name: "Leak has ended", color: "online", Icon: IconCircleCheckFilled },
  "device down": { name: "Silent device", color: "warning", Icon: IconAntennaBarsOff },
  "no consumption": { name: "No water", color: "unknown", Icon: IconDropletOff },
  "vacant but used": { name: "Vacant but used", color: "warning", Icon: IconHome },
  quarantine: { name: "Readings to decide on", color: "warning", Icon: IconQuestionMark },
} as const satisfies Record<AlertKind, object>;

/** What happened, in a word. */
export function alertName(kind: AlertKind): string {
  return looks[kind].name;
}

/** What happened, as icon, word and colour. */
export function AlertBadge({ kind }: { kind: AlertKind }): ReactNode {
  const { name, color, Icon } = looks[kind];
  return (
    <span className={classes.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {name}
    </span>
  );
}
