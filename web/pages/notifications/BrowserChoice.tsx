import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { NotificationChannels } from "../../../contract/notifications/channels.ts";
import { call } from "../../app/api.ts";
import { sentenceOf } from "../../app/api-error.ts";
import { canShow, subscribe, unsubscribe } from "../../app/push/this-browser.ts";
import { toast } from "../../app/toast.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import { deviceName } from "../account/profile/sessions/device-name.ts";
import { ChannelCards } from "./ChannelCards.tsx";
import type { FormPart } from "./form-part.ts";
import classes from "./notifications.module.css";
import { notificationsQueries } from "./notifications-queries.ts";
import { fieldNames } from "./settings-form.ts";
import { TestMessage } from "./TestMessage.tsx";

interface Props extends FormPart {
  channels: NotificationChannels;
}

/** The browsers that show notifications, and what they show. */
export function BrowserChoice({ form, channels }: Props): ReactNode {
  const { browsers, push_key } = channels;
  const { queryKey } = notificationsQueries().channels;
  const client = useQueryClient();
  const endpoint = useQuery(notificationsQueries().endpoint);
  const isOwn = (one: { endpoint: string }) => one.endpoint === endpoint.data;
  const add = useMutation({
    mutationFn: async () => call("POST /v1/me/push-subscriptions", { body: await subscribe(push_key) }),
    onSuccess: async (now) => {
      client.setQueryData(queryKey, now);
      await endpoint.refetch();
      if (form.values.push === "off") form.setFieldValue("push", "urgent");
      toast({ title: t`This browser shows notifications`, message: t`Choose which ones, and save.` });
    },
  });
  return (
    <Panel title={fieldNames.push}>
      <div className={classes.ways}>
        {browsers.length > 0 && (
          <>
            <ul className={classes.reports}>
              {browsers.map((one) => (
                <Browser key={one.id} browser={one} isOwn={isOwn(one)} onRemoved={() => void endpoint.refetch()} />
              ))}
            </ul>
            <ChannelCards field="push" form={form} />
            <TestMessage channel="push" />
          </>
        )}
        {!canShow() && (
          <p className={classes.soft}>
            <Trans>
              This browser cannot show notifications here. On an iPhone or iPad add Dripline to the Home Screen first.
            </Trans>
          </p>
        )}
        {canShow() && !browsers.some(isOwn) && (
          <Button className={classes.test} variant="default" loading={add.isPending} onClick={() => add.mutate()}>
            <Trans>Notify me in this browser</Trans>
          </Button>
        )}
        <p className={classes.error} role="alert">
          {add.isError && sentenceOf(add.error)}
        </p>
      </div>
    </Panel>
  );
}

interface BrowserProps {
  browser: NotificationChannels["browsers"][number];
  isOwn: boolean;
  onRemoved: () => void;
}

function Browser({ browser: { id, user_agent }, isOwn, onRemoved }: BrowserProps): ReactNode {
  const client = useQueryClient();
  const name = deviceName(user_agent);
  const remove = useMutation({
    mutationFn: async () => {
      if (isOwn) await unsubscribe();
      return call("DELETE /v1/me/push-subscriptions/{id}", { params: { id } });
    },
    onSuccess: (now) => {
      client.setQueryData(notificationsQueries().channels.queryKey, now);
      onRemoved();
    },
  });
  return (
    <li>
      <span>
        <b>{name}</b>
        {isOwn && (
          <span className={classes.hint}>
            <Trans>This browser</Trans>
          </span>
        )}
      </span>
      <Button
        variant="default"
        loading={remove.isPending}
        aria-label={t`Remove ${name}`}
        onClick={() => !remove.isPending && remove.mutate()}
      >
        <Trans>Remove</Trans>
      </Button>
      <p className={classes.error} role="alert">
        {remove.isError && sentenceOf(remove.error)}
      </p>
    </li>
  );
}
