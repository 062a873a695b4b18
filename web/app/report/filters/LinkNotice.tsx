import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { ActionIcon, Button } from "@mantine/core";
import { IconUnlink, IconX } from "@tabler/icons-react";
import { Link, useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import classes from "../report.module.css";
import type { ReportView } from "../search/report-view.ts";
import { missingMessage, unreadMessage } from "./link-text.ts";

/** Shows which parts of the opened link were ignored, with a way back; nothing if all of them are shown. */
export function LinkNotice({ view }: { view: Pick<ReportView, "search" | "dismissNotice"> }): ReactNode {
  const { history } = useRouter();
  const { missing, unread } = view.search;
  if (!missing && !unread) return null;
  return (
    <div className={classes.notice} role="status">
      <IconUnlink size={18} stroke={1.75} aria-hidden="true" />
      <div>
        {missing && <p>{missingMessage(missing, view.search)}</p>}
        {unread && <p>{unreadMessage(unread)}</p>}
      </div>
      {history.canGoBack() ? (
        <Button variant="default" onClick={() => history.back()}>
          <Trans>Go back</Trans>
        </Button>
      ) : (
        <Button variant="default" renderRoot={(props) => <Link to="/" {...props} />}>
          <Trans>Go to the start</Trans>
        </Button>
      )}
      <ActionIcon aria-label={t`Dismiss`} title={t`Dismiss`} onClick={view.dismissNotice}>
        <IconX size={16} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
