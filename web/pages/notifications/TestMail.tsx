import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../app/api.ts";
import { sentenceOf } from "../../app/api-error.ts";
import { useMe } from "../../app/use-me.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import classes from "./notifications.module.css";

/** Sends a mail to try whether mails arrive. */
export function TestMail(): ReactNode {
  const me = useMe();
  const test = useMutation({ mutationFn: () => call("POST /v1/me/notifications/test", {}) });
  return (
    <Panel title={t`Do mails reach you?`}>
      <div className={classes.meaning}>
        <Button
          className={classes.test}
          variant="default"
          loading={test.isPending}
          onClick={() => !test.isPending && test.mutate()}
        >
          <Trans>Send me a test</Trans>
        </Button>
        <p role="status">
          {test.data !== undefined &&
            t`A test is on its way to ${test.data.email}. If it is not there within a minute, look in the spam folder.`}
        </p>
        {test.data !== undefined && me.role === "organization admin" && (
          <p>
            <Trans>
              What became of it is under{" "}
              <Link to="/admin/settings" search={{ tab: "deliveries" }}>
                Deliveries
              </Link>
              .
            </Trans>
          </p>
        )}
        <p className={classes.error} role="alert">
          {test.isError && sentenceOf(test.error)}
        </p>
      </div>
    </Panel>
  );
}
