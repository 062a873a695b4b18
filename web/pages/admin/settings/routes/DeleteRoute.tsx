import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { call } from "../../../../app/api.ts";
import { confirmation } from "../../list/row-dialog.tsx";
import { useRoute } from "./use-route.ts";

/** Asks before a route is deleted. */
export default confirmation(useRoute, {
  title: ({ name }) => t`Delete the route ${name}?`,
  action: t`Delete`,
  text: () => (
    <p>
      <Trans>
        It stops sending, and its later steps are skipped. Messages already waiting are still sent. People's own
        notifications do not change.
      </Trans>
    </p>
  ),
  write: ({ id }, { organization }) =>
    call("DELETE /v1/admin/organizations/{id}/notification-routes/{route_id}", {
      params: { id: organization.id, route_id: id },
    }),
  done: ({ name }) => ({ title: t`Route deleted`, message: t`${name} no longer sends messages.` }),
});
