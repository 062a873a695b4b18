import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./jump.module.css";

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent);

/** Opens the search for any screen, property, unit or meter. */
export function JumpButton({ onClick }: { onClick: () => void }): ReactNode {
  return (
    <UnstyledButton
      className={classes.button}
      aria-label={t`Search`}
      aria-keyshortcuts="Control+K Meta+K"
      onClick={onClick}
    >
      <IconSearch size={16} stroke={1.75} aria-hidden="true" />
      <span className={classes.word}>
        <Trans>Search</Trans>
      </span>
      <kbd className={classes.kbd}>{isMac ? "⌘ K" : t`Ctrl K`}</kbd>
    </UnstyledButton>
  );
}
