import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import entryClasses from "../../../../app/form/entry.module.css";
import { panelOf } from "../../../../app/query-state.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { singleSignOnQuery } from "../../../account/sign-in-queries.ts";
import classes from "../settings.module.css";

const retention = `RETAIN_HOURS_MONTHS=24      # hours and registers older than two years
RETAIN_DAYS_MONTHS=60       # days of meters and units older than five years`;

const provider = `OIDC_ISSUER=https://login.example.com
OIDC_CLIENT_ID=…
OIDC_CLIENT_SECRET=…
OIDC_NAME=Elm Login`;

/** What holds for the whole installation and is set by who runs the server: how long readings are kept, and sign-in. */
export default function InstallationTab(): ReactNode {
  const signOn = useQuery(singleSignOnQuery);
  const name = signOn.data?.name;
  return (
    <>
      <Panel title={t`How long readings are kept`} subtitle={t`For the whole installation`}>
        <div className={classes.facts}>
          <p>
            <Trans>
              Everything is kept, unless whoever runs the server says how long in its environment. Hours are never kept
              for less than three months, days for less than six. Leaks, totals of properties by the day, and what
              people decided stay for good.
            </Trans>
          </p>
          <pre className={entryClasses.code}>{retention}</pre>
          <p className={classes.soft}>
            <Trans>What goes is archived to files first. This says what would go, and drops nothing:</Trans>
          </p>
          <pre className={entryClasses.code}>npm run dripline -- retention run --dry-run</pre>
        </div>
      </Panel>
      <Panel
        title={t`Single sign-on`}
        subtitle={t`For the whole installation`}
        state={panelOf(signOn, t`Whether people can sign in at a provider`)}
      >
        <div className={classes.facts}>
          {name ? (
            <p>
              <Trans>
                People can sign in with <b>{name}</b>. Accounts are still made here, by invitation: the provider lets in
                whoever has one with the same verified e-mail.
              </Trans>
            </p>
          ) : (
            <>
              <p>
                <Trans>
                  People sign in with their password. A provider of OpenID Connect (Google Workspace, Microsoft Entra
                  ID, Okta, Keycloak) can stand beside it: whoever runs the server names it in the environment and
                  restarts it.
                </Trans>
              </p>
              <pre className={entryClasses.code}>{provider}</pre>
            </>
          )}
        </div>
      </Panel>
    </>
  );
}
