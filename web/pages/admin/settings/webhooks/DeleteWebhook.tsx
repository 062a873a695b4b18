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
        Nothing is sent to it any more, also not what waits. Its secret cannot be brought back. What was sent stays in
        Deliveries. To pause it, switch it off instead.
      </Trans>
    </p>
  ),
  write: ({ id }, { organization }) =>
    call("DELETE /v1/admin/organizations/{id}/webhooks/{webhook_id}", {
      params: { id: organization.id, webhook_id: id },
    }),
  done: ({ name }) => ({ title: t`Webhook deleted`, message: t`Nothing is sent to ${name} any more.` }),
});
