import { IconCircleCheckFilled, IconClockFilled, IconMailFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import badge from "../../../../components/badges/Badge.module.css";
import { type AccountState, accountState } from "../queries/user-text.ts";

const looks = {
  active: { color: "online", Icon: IconCircleCheckFilled },
  invited: { color: "healthy", Icon: IconMailFilled },
  expired: { color: "warning", Icon: IconClockFilled },
} as const satisfies Record<AccountState["kind"], unknown>;

/** Whether somebody can sign in, is invited, or was for too long. */
export function AccountStateBadge({ user }: { user: User }): ReactNode {
  const { kind, label } = accountState(user);
  const { color, Icon } = looks[kind];
  return (
    <span className={badge.badge} style={{ "--ink": `var(--${color})`, "--soft": `var(--${color}-soft)` }}>
      <Icon size={14} aria-hidden="true" />
      {label}
    </span>
  );
}
