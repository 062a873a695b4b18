import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { call } from "../../../../app/api.ts";
import { ConfirmDialog } from "../../../../app/form/ConfirmDialog.tsx";
import { toast } from "../../../../app/toast.ts";
import { tokensQuery } from "../view/inventory-queries.ts";
import { useHeld } from "../view/use-held.ts";
import type { InventoryDialogProps } from "../view/use-inventory.ts";

/** Asks before a token is ended. */
export default function RevokeToken({ view, of, opened, onClose, onDone }: InventoryDialogProps): ReactNode {
  const tokens = useQuery(tokensQuery(view.propertyId, view.search));
  const token = useHeld(tokens.data?.results.find(({ id }) => String(id) === of));
  if (token === undefined) return null;
  const gateway = token.gateway_serial_number;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t`Revoke this token of ${gateway}?`}
      action={t`Revoke`}
      impossible={
        token.revoked_at === null ? undefined : (
          <p>
            <Trans>It is revoked already.</Trans>
          </p>
        )
      }
      write={() =>
        call("DELETE /v1/admin/properties/{id}/gateway-tokens/{token_id}", {
          params: { id: view.propertyId, token_id: token.id },
        })
      }
      onDone={() => {
        onDone();
        toast({ title: t`Token revoked`, message: t`What ${gateway} sends with it is rejected from now on.` });
      }}
    >
      <p>
        <Trans>
          {gateway}&apos;s next message with it is rejected, and it cannot be brought back. Other tokens of the gateway
          go on working; readings that it sent stay. Give the gateway a new token first if it is to go on sending.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}
