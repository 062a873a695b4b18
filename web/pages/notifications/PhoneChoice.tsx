import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { NotificationChannels } from "../../../contract/notifications/channels.ts";
import { call } from "../../app/api.ts";
import { sentenceOf } from "../../app/api-error.ts";
import { toast } from "../../app/toast.ts";
import { Panel } from "../../components/panel/Panel.tsx";
import { ChannelCards } from "./ChannelCards.tsx";
import type { FormPart } from "./form-part.ts";
import classes from "./notifications.module.css";
import { notificationsQueries } from "./notifications-queries.ts";
import { numberText } from "./number-text.ts";
import { OneField } from "./OneField.tsx";
import { fieldNames } from "./settings-form.ts";
import { TestMessage } from "./TestMessage.tsx";

interface Props extends FormPart {
  channels: NotificationChannels;
}

/** The own phone: a number counts once the code that was sent to it is entered. */
export function PhoneChoice({ form, channels }: Props): ReactNode {
  const { number, pending } = channels.phone;
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const keep = (now: NotificationChannels) => {
    client.setQueryData(notificationsQueries().channels.queryKey, now);
    setChanging(false);
  };
  const remove = useMutation({ mutationFn: () => call("DELETE /v1/me/phone", {}), onSuccess: keep });
  const sendCode = async (typed: string) => keep(await call("PUT /v1/me/phone", { body: { number: typed } }));
  const confirm = async (code: string) => {
    keep(await call("POST /v1/me/phone/confirm", { body: { code } }));
    if (form.values.sms === "off") form.setFieldValue("sms", "urgent");
    toast({ title: t`Phone number confirmed`, message: t`Choose what is sent to it, and save.` });
  };
  const isEntering = isChanging || (number === null && pending === null);
  return (
    <Panel title={fieldNames.sms}>
      <div className={classes.ways}>
        {number !== null && (
          <div className={classes.number}>
            <b>{numberText(number)}</b>
            <Button variant="default" onClick={() => setChanging(true)}>
              <Trans>Change number</Trans>
            </Button>
            <Button variant="default" loading={remove.isPending} onClick={() => !remove.isPending && remove.mutate()}>
              <Trans>Remove number</Trans>
            </Button>
          </div>
        )}
        <p className={classes.error} role="alert">
          {remove.isError && sentenceOf(remove.error)}
        </p>
        {isEntering && (
          <OneField
            key="number"
            label={t`Phone number`}
            description={t`With its country code, such as +1 555 234 5678`}
            type="tel"
            autoComplete="tel"
            action={t`Send me a code`}
            onSend={sendCode}
          />
        )}
        {!isEntering && pending !== null && (
          <>
            <OneField
              key={`code ${pending.expires_at}`}
              label={t`Code of the text message`}
              description={t`Sent to ${numberText(pending.number)}, valid for 10 minutes`}
              inputMode="numeric"
              autoComplete="one-time-code"
              action={t`Confirm`}
              onSend={confirm}
            />
            <Button className={classes.test} variant="default" onClick={() => setChanging(true)}>
              <Trans>Send another code</Trans>
            </Button>
          </>
        )}
        {number !== null && (
          <>
            <ChannelCards field="sms" form={form} />
            <TestMessage channel="sms" />
          </>
        )}
        <p className={classes.soft}>
          <Trans>Your carrier may charge for text messages. Reply STOP to one to receive no more.</Trans>
        </p>
      </div>
    </Panel>
  );
}
