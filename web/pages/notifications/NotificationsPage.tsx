import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { defaultNotifications } from "../../../contract/notifications/default-notifications.ts";
import { mayAccess } from "../../app/access.ts";
import { QueryFailure } from "../../app/QueryPanel.tsx";
import { Bones } from "../../app/report/headline/Bones.tsx";
import { useMe } from "../../app/use-me.ts";
import { NotificationsForm } from "./NotificationsForm.tsx";
import classes from "./notifications.module.css";
import { notificationsQueries } from "./notifications-queries.ts";

/** What the user is notified of by mail, and when; what that means stands beside it. */
export function NotificationsPage(): ReactNode {
  const me = useMe();
  const preferences = useQuery(notificationsQueries().preferences);
  const channels = useQuery(notificationsQueries().channels);
  const { data } = preferences;
  return (
    <div className={classes.page}>
      <title>{t`My notifications · Dripline`}</title>
      <header>
        <h1>
          <Trans>My notifications</Trans>
        </h1>
        <p className={classes.soft}>
          <Trans>Messages about leaks and devices of the properties that you may see</Trans>
        </p>
      </header>
      {!mayAccess(me, "property") && (
        <p className={classes.notice}>
          <Trans>
            You cannot see leaks yet, so you are notified of none. Ask an administrator of your organization to give you
            Property Insights.
          </Trans>
        </p>
      )}
      <QueryFailure query={preferences} what={t`Your notifications`} inline={data !== undefined} />
      <QueryFailure query={channels} what={t`Your phone and browsers`} inline={channels.data !== undefined} />
      {(preferences.isPending || channels.isPending) && <Bones height={640} widths={["60%", "90%", "40%"]} />}
      {data !== undefined && channels.data !== undefined && (
        <NotificationsForm
          channels={channels.data}
          settings={data.notifications ?? defaultNotifications(me.is_staff ? "off" : "weekday_mornings")}
        />
      )}
    </div>
  );
}
