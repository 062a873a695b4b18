import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { call } from "../../app/api.ts";
import { sentenceOf } from "../../app/api-error.ts";
import { useMe } from "../../app/use-me.ts";
import classes from "./notifications.module.css";

const labels = { mail: t`Send me a test`, sms: t`Send me a test message`, push: t`Show me a test` };

/** Sends a message to try whether those of a channel arrive. */
export function TestMessage({ channel }: { channel: "mail" | "sms" | "push" }): ReactNode {
  const me = useMe();
  const test = useMutation({ mutationFn: () => call("POST /v1/me/notifications/test", { query: { channel } }) });
  return (
    <div className={classes.meaning}>
      <Button
        className={classes.test}
        variant="default"
        loading={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        {labels[channel]}
      </Button>
      <p role="status">{test.data !== undefined && sentText(channel, test.data.sent_to)}</p>
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
  );
}

function sentText(channel: "mail" | "sms" | "push", sentTo: readonly string[]): string {
  const [first = ""] = sentTo;
  if (channel === "push") return t`A test is on its way to all browsers of the list.`;
  if (channel === "sms") return t`A test is on its way to ${first}.`;
  return t`A test is on its way to ${first}. If it is not there within a minute, look in the spam folder.`;
}
