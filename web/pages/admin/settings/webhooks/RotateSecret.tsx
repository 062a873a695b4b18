import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { type ReactNode, useState } from "react";
import type { WebhookRow } from "../../../../../contract/notifications/webhooks.ts";
import { type CallAnswer, call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { rowDialog } from "../../list/row-dialog.tsx";
import type { SettingsDialogProps } from "../view/use-settings.ts";
import { SecretDialog } from "./SecretDialog.tsx";
import { useWebhook } from "./use-webhook.ts";

const path = "/v1/admin/organizations/{id}/webhooks/{webhook_id}/secret" as const;

/** Makes a new secret, and shows it this once. */
export default rowDialog(useWebhook, RotateSecret);

function RotateSecret(props: SettingsDialogProps & { row: WebhookRow }): ReactNode {
  const { view, row, opened, onClose, onDone } = props;
  const { id } = view.organization;
  const [made, setMade] = useState<CallAnswer<`POST ${typeof path}`>>();
  if (made !== undefined) {
    return <SecretDialog opened={opened} onDone={onDone} organizationId={id} webhook={made} />;
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Make a new secret for ${row.name}?`}
      action={t`Make a new secret`}
      harmless
      impossible={
        row.type !== "webhook" && (
          <p>
            <Trans>Messages to a chat are not signed: there is no secret to replace.</Trans>
          </p>
        )
      }
      write={() => call(`POST ${path}`, { params: { id, webhook_id: row.id } })}
      onDone={setMade}
    >
      <p>
        <Trans>
          For 24 hours every request is signed with both secrets, so the receiver accepts it with either. After that the
          old one stops working.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
