import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { MailLinkView } from "../../../../contract/notifications/notifications.ts";
import { call } from "../../../app/api.ts";
import { sentenceOf } from "../../../app/api-error.ts";
import { reportNames } from "../../../app/report/send/schedule-form.ts";
import classes from "../mail-link.module.css";
import { LinkPage } from "../view/LinkPage.tsx";

/** Where the last link of each mail leads: no more of them. Opening it changes nothing. */
export function UnsubscribePage(): ReactNode {
  return (
    <LinkPage title={t`End the mails`} does={["unsubscribe", "end_report"]}>
      {(link, token) =>
        link.does === "end_report" ? <EndReport token={token} link={link} /> : <Unsubscribe token={token} link={link} />
      }
    </LinkPage>
  );
}

function Unsubscribe({ token, link }: { token: string; link: MailLinkView }): ReactNode {
  const unsubscribe = useMutation({ mutationFn: () => call("POST /v1/unsubscribe", { query: { token } }) });
  const { email } = link;
  if (unsubscribe.isSuccess || link.is_done) {
    return (
      <>
        <h1>
          <Trans>The mails have ended</Trans>
        </h1>
        <p role="status">
          <Trans>No more mails about leaks and devices are sent to {email}. What you chose is kept.</Trans>
        </p>
        <p>
          <Trans>
            To get them again, or fewer of them, choose under <Link to="/notifications">My notifications</Link>.
          </Trans>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>
        <Trans>End the mails?</Trans>
      </h1>
      <p>
        <Trans>
          {email} gets no more mails about leaks and devices. One list on weekday mornings may be enough, too.
        </Trans>
      </p>
      <Button
        size="md"
        fullWidth
        loading={unsubscribe.isPending}
        onClick={() => !unsubscribe.isPending && unsubscribe.mutate()}
      >
        <Trans>End the mails</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {unsubscribe.isError && sentenceOf(unsubscribe.error)}
      </p>
      <Link to="/notifications">
        <Trans>Choose fewer mails instead</Trans>
      </Link>
    </>
  );
}

function EndReport({ token, link: { email, report, is_done } }: { token: string; link: MailLinkView }): ReactNode {
  const end = useMutation({ mutationFn: () => call("POST /v1/unsubscribe", { query: { token } }) });
  const name = report === null ? "" : reportNames[report];
  if (end.isSuccess || is_done) {
    return (
      <>
        <h1>
          <Trans>The report is stopped</Trans>
        </h1>
        <p role="status">
          <Trans>
            {name} is no longer sent to {email}.
          </Trans>
        </p>
      </>
    );
  }
  return (
    <>
      <h1>
        <Trans>Stop this report?</Trans>
      </h1>
      <p>
        <Trans>
          {name} will no longer be sent to {email}. Other recipients still get it.
        </Trans>
      </p>
      <Button size="md" fullWidth loading={end.isPending} onClick={() => !end.isPending && end.mutate()}>
        <Trans>Stop the report</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {end.isError && sentenceOf(end.error)}
      </p>
    </>
  );
}
