import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import type { WebhookRow } from "../../../../../contract/notifications/webhooks.ts";
import { CopyBlock } from "../../../../app/form/CopyBlock.tsx";
import entryClasses from "../../../../app/form/entry.module.css";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { TestWebhook } from "./TestWebhook.tsx";
import { when } from "./webhook-text.ts";
import classes from "./webhooks.module.css";

interface Props {
  opened: boolean;
  onDone: () => void;
  organizationId: number;
  /** `secret` is null for chats. */
  webhook: WebhookRow & { secret: string | null };
  isNew?: boolean;
}

/** A webhook that was just added, or got a new secret, which is shown this once. */
export function SecretDialog({ opened, onDone, organizationId, webhook, isNew = false }: Props): ReactNode {
  const { name, secret, previous_secret_until } = webhook;
  return (
    <Dialog
      opened={opened}
      onClose={onDone}
      title={isNew ? t`${name} is added` : t`New secret of ${name}`}
      footer={
        <Button onClick={onDone}>{secret === null ? <Trans>Done</Trans> : <Trans>I have stored it</Trans>}</Button>
      }
    >
      <div className={classes.whole}>
        {secret === null ? (
          <p>
            <Trans>Messages now go to the channel. Send a test to check.</Trans>
          </p>
        ) : (
          <>
            <p>
              <Trans>
                <b>Copy the secret now: it is not shown again.</b> Every request is signed with it. Enter it at the
                receiver, which can then reject what does not come from here.
              </Trans>
            </p>
            <CopyBlock text={secret} label={t`secret`} />
            {previous_secret_until !== null && (
              <p className={entryClasses.soft}>
                {t`Until ${when(previous_secret_until)}, requests are also signed with the previous secret, so nothing is lost while you change it.`}
              </p>
            )}
          </>
        )}
        <TestWebhook id={organizationId} webhookId={webhook.id} />
      </div>
    </Dialog>
  );
}
