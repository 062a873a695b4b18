import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconStarFilled } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./organizations.module.css";

/** Marks the organization to which what names none belongs. */
export function DefaultBadge(): ReactNode {
  return (
    <span className={classes.default}>
      <Trans>
        <IconStarFilled size={11} aria-hidden="true" />
        Default Organization
      </Trans>
    </span>
  );
}

/** The same where every row of a list may have it: its star alone. */
export function DefaultStar(): ReactNode {
  return (
    <span className={classes.star} title={t`Default Organization`}>
      <IconStarFilled size={11} aria-hidden="true" />
      <VisuallyHidden>
        <Trans>Default Organization</Trans>
      </VisuallyHidden>
    </span>
  );
}
