import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { call } from "../../../../app/api.ts";
import { confirmation } from "../../list/row-dialog.tsx";
import { useRow } from "../../list/use-row.ts";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

function useKey({ view, of }: Pick<SettingsDialogProps, "view" | "of">) {
  return useRow(
    t`key`,
    useQuery(settingsQueries(view.organization.id, view.search).keys),
    ({ id }) => String(id) === of,
  );
}

/** Asks before a key is ended. */
export default confirmation(useKey, {
  title: ({ name }) => t`Revoke the key ${name}?`,
  action: t`Revoke`,
  impossible: ({ revoked_at }) => revoked_at !== null && <Trans>It is revoked already.</Trans>,
  text: () => (
    <p>
      <Trans>
        The next call with it is rejected, and it cannot be brought back. Other keys keep working, and nothing that was
        read with it changes. Give the program a new key first if it should keep reading.
      </Trans>
    </p>
  ),
  write: ({ id }, { organization }) =>
    call("DELETE /v1/admin/organizations/{id}/api-keys/{key_id}", { params: { id: organization.id, key_id: id } }),
  done: ({ name }) => ({ title: t`Key revoked`, message: t`Calls with ${name} are rejected from now on.` }),
});
