import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { WholeDelivery } from "../../../../../contract/notifications/notifications.ts";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import entryClasses from "../../../../app/form/entry.module.css";
import { QueryFailure } from "../../../../app/QueryPanel.tsx";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { channelNames } from "../../../../components/labels.ts";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { Tabs, tabId } from "../../../../components/tabs/Tabs.tsx";
import { NotThere } from "../../list/NotThere.tsx";
import { deliveryQuery } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";
import classes from "./deliveries.module.css";
import { aboutText, stateNames, whenText } from "./delivery-text.ts";
import { useSendAgain } from "./use-send-again.ts";
import { withoutLinks } from "./without-links.ts";

/** A message as it was sent; one that was given up can be sent again. */
export default function DeliveryDialog({ view, of, opened, onClose }: SettingsDialogProps): ReactNode {
  const { id } = view.organization;
  const message = useQuery(deliveryQuery(id, of));
  const again = useSendAgain(id);
  const { data } = message;
  if (message.error instanceof ApiError && [400, 404].includes(message.error.status)) {
    return <NotThere what={t`message`} found="none" onRetry={() => {}} opened={opened} onClose={onClose} />;
  }
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={data === undefined ? t`Message` : aboutText(data)}
      size="large"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          {data?.state === "failed" && (
            <Button loading={again.isPending} onClick={() => !again.isPending && again.mutate(of)}>
              <Trans>Send again</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className={classes.message}>
        <QueryFailure query={message} what={t`The message`} inline />
        {message.isPending && <Skeleton height={420} />}
        {data !== undefined && <Message message={data} />}
        <p className={entryClasses.failure} role="alert">
          {again.isError && sentenceOf(again.error)}
        </p>
      </div>
    </Dialog>
  );
}

function Message({ message }: { message: WholeDelivery }): ReactNode {
  const { channel, recipient, state, reason, attempts } = message;
  return (
    <>
      <dl className={entryClasses.facts}>
        <dt>
          <Trans>To</Trans>
        </dt>
        <dd>
          {recipient} ({channelNames[channel]})
        </dd>
        <dt>{stateNames[state]}</dt>
        <dd>{whenText(message)}</dd>
        {reason !== null && (
          <>
            <dt>
              <Trans>Why not</Trans>
            </dt>
            <dd>{reason}</dd>
          </>
        )}
        {attempts > 1 && (
          <>
            <dt>
              <Trans>Attempts</Trans>
            </dt>
            <dd>{attempts}</dd>
          </>
        )}
      </dl>
      <Preview message={message} />
    </>
  );
}

const PANEL = "message-preview";

/** How it looks to who reads it, and its text alone, which is all that some programs show. */
function Preview({ message: { text, html } }: { message: WholeDelivery }): ReactNode {
  const [chosen, setChosen] = useState<"look" | "text">("look");
  if (text === null) {
    return (
      <p className={entryClasses.soft}>
        <Trans>It is written when it is sent, as its reader may see it then.</Trans>
      </p>
    );
  }
  const tabs = [
    ...(html === null ? [] : [{ tab: "look" as const, label: t`As it looks` }]),
    { tab: "text" as const, label: t`As plain text` },
  ];
  const tab = html === null ? "text" : chosen;
  return (
    <div>
      <Tabs label={t`Preview`} look="line" tabs={tabs} value={tab} onChange={setChosen} panel={PANEL} />
      <div id={PANEL} role="tabpanel" aria-labelledby={tabId(PANEL, tab)} className={classes.preview}>
        {tab === "look" && html !== null ? (
          // No scripts, no forms, nothing of the product's: also of a name that were markup.
          <iframe className={classes.look} sandbox="" srcDoc={withoutLinks(html)} title={t`The message as it looks`} />
        ) : (
          <pre className={entryClasses.code}>{text}</pre>
        )}
      </div>
    </div>
  );
}
