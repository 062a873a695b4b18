import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { call } from "../../../../app/api.ts";
import { confirmation } from "../../list/row-dialog.tsx";
import { useWebhook } from "./use-webhook.ts";

/** Asks before a webhook is deleted. */
export default confirmation(useWebhook, {
  title: ({ name }) => t`Delete ${name}?`,
  action: t`Delete`,
  text: () => (
    <p>
      <Trans>
        Nothing more is sent to it, not even waiting messages. Its secret cannot be restored. Sent messages stay in
        Deliveries. To pause it, switch it off instead.
      </Trans>
    </p>
  ),
  write: ({ id }, { organization }) =>
    call("DELETE /v1/admin/organizations/{id}/webhooks/{webhook_id}", {
      params: { id: organization.id, webhook_id: id },
    }),
  done: ({ name }) => ({ title: t`Webhook deleted`, message: t`${name} no longer receives messages.` }),
});
