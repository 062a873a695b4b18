import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { notLoaded } from "../../../../app/api-error.ts";
import { Panel } from "../../../../components/panel/Panel.tsx";
import { singleSignOnQuery } from "../../../account/sign-in-queries.ts";
import entryClasses from "../../property/entry/entry.module.css";
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
      <Panel title="How long readings are kept" subtitle="For the whole installation">
        <div className={classes.facts}>
          <p>
            Everything is kept, unless whoever runs the server says how long in its environment. Hours are never kept
            for less than three months, days for less than six. Leaks, totals of properties by the day, and what people
            decided stay for good.
          </p>
          <pre className={entryClasses.code}>{retention}</pre>
          <p className={classes.soft}>
            What goes is archived to files first. This says what would go, and drops nothing:
          </p>
          <pre className={entryClasses.code}>npm run dripline -- retention run --dry-run</pre>
        </div>
      </Panel>
      <Panel
        title="Single sign-on"
        subtitle="For the whole installation"
        state={
          signOn.isError
            ? {
                kind: "error",
                message: notLoaded("Whether people can sign in at a provider", signOn.error),
                onRetry: () => void signOn.refetch(),
              }
            : signOn.isPending
              ? { kind: "loading" }
              : { kind: "ready" }
        }
      >
        <div className={classes.facts}>
          {name ? (
            <p>
              People can sign in with <b>{name}</b>. Accounts are still made here, by invitation: the provider lets in
              whoever has one with the same verified e-mail.
            </p>
          ) : (
            <>
              <p>
                People sign in with their password. A provider of OpenID Connect (Google Workspace, Microsoft Entra ID,
                Okta, Keycloak) can stand beside it: whoever runs the server names it in the environment and restarts
                it.
              </p>
              <pre className={entryClasses.code}>{provider}</pre>
            </>
          )}
        </div>
      </Panel>
    </>
  );
}
