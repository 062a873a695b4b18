import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import { firstScreen } from "../../../app/access.ts";
import { useMe } from "../../../app/use-me.ts";
import { ColoursPanel } from "./colours/ColoursPanel.tsx";
import { DetailsPanel } from "./details/DetailsPanel.tsx";
import { LanguagePanel } from "./language/LanguagePanel.tsx";
import { MeasurePanel } from "./measure/MeasurePanel.tsx";
import { NotificationsPanel } from "./notifications/NotificationsPanel.tsx";
import { PasswordPanel } from "./password/PasswordPanel.tsx";
import classes from "./profile.module.css";
import { SecondFactorPanel } from "./second-factor/SecondFactorPanel.tsx";
import { SeenPanel } from "./seen/SeenPanel.tsx";
import { SessionsPanel } from "./sessions/SessionsPanel.tsx";

/** Who is signed in, what they see, how they sign in and where they are signed in. */
export function ProfilePage(): ReactNode {
  const me = useMe();
  // Keeps its initial position: moving would remount it while its recovery codes are shown.
  const [secondFactorFirst] = useState(me.second_factor_missing);
  return (
    <div className={classes.page}>
      <title>{t`Profile · Dripline`}</title>
      <h1>
        <Trans>Profile</Trans>
      </h1>
      {me.second_factor_missing && (
        <p className={classes.notice}>
          <Trans>Your account needs a second factor. Set it up here; everything else opens then.</Trans>
        </p>
      )}
      {!me.second_factor_missing && firstScreen(me) === "/profile" && (
        <p className={classes.notice}>
          <Trans>
            You have no access to reports yet. Ask an administrator of your organization to give you Property Insights
            or Portfolio Insights.
          </Trans>
        </p>
      )}
      <div className={classes.columns}>
        <div className={classes.column}>
          {secondFactorFirst && <SecondFactorPanel />}
          <DetailsPanel />
          <PasswordPanel />
          {!me.second_factor_missing && <NotificationsPanel />}
          <ColoursPanel />
          <LanguagePanel />
          <MeasurePanel />
        </div>
        <div className={classes.column}>
          <SeenPanel />
          {!secondFactorFirst && <SecondFactorPanel />}
          <SessionsPanel />
        </div>
      </div>
    </div>
  );
}
