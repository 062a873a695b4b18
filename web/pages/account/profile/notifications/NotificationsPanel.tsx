import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Panel } from "../../../../components/panel/Panel.tsx";
import classes from "../profile.module.css";

/** The way to the page of the own notifications. */
export function NotificationsPanel(): ReactNode {
  return (
    <Panel title={t`Notifications`}>
      <div className={classes.form}>
        <p className={classes.sentence}>
          <Trans>Which leaks and devices you get mails about, when, and when not.</Trans>
        </p>
        <div className={classes.buttons}>
          <Button variant="default" renderRoot={(props) => <Link to="/notifications" {...props} />}>
            <Trans>My notifications</Trans>
          </Button>
        </div>
      </div>
    </Panel>
  );
}
