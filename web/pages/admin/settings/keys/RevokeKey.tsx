import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import { useHeld } from "../../property/view/use-held.ts";
import { settingsQueries } from "../view/settings-queries.ts";
import type { SettingsDialogProps } from "../view/use-settings.ts";

/** Asks before a key is ended. */
export default function RevokeKey({ view, of, opened, onClose, onDone }: SettingsDialogProps): ReactNode {
  const { id } = view.organization;
  const keys = useQuery(settingsQueries(id, view.search).keys);
  const key = useHeld(keys.data?.results.find((one) => String(one.id) === of));
  if (key === undefined) return null;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Revoke the key ${key.name}?`}
      action={t`Revoke`}
      impossible={
        key.revoked_at === null ? undefined : (
          <p>
            <Trans>It is revoked already.</Trans>
          </p>
        )
      }
      write={() => call("DELETE /v1/admin/organizations/{id}/api-keys/{key_id}", { params: { id, key_id: key.id } })}
      onDone={() => {
        onDone();
        toast({ title: t`Key revoked`, message: t`Calls with ${key.name} are rejected from now on.` });
      }}
    >
      <p>
        <Trans>
          The next call with it is rejected, and it cannot be brought back. Other keys go on working, and nothing that
          was read with it changes. Give the program a new key first if it is to go on reading.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
