import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ApiError, sentenceOf } from "../../../../app/api-error.ts";
import { idOf } from "../../../../app/search-text.ts";
import { toast } from "../../../../app/toast.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import classes from "../data.module.css";
import { Effect } from "../decide/Effect.tsx";
import { askUndo } from "../decide/send-correction.ts";
import type { DataDialogProps } from "../view/use-data.ts";

/** Confirms undoing a correction, and shows what that changes. */
export default function UndoRepair({ view, of, opened, onClose, onDone }: DataDialogProps): ReactNode {
  const client = useQueryClient();
  const id = idOf(of) ?? 0;
  const mutationKey = ["undo repair", view.propertyId, id];
  const undo = useMutation({
    mutationKey,
    mutationFn: () => askUndo(view.propertyId, id, false),
    onSuccess: () => {
      onDone();
      toast({ title: t`Undone`, message: t`Everything is as if it had never been decided. The record of it stays.` });
      void client.invalidateQueries();
    },
  });
  // A preview changes nothing, so it is a query, not a mutation; disabled while undoing and after.
  const preview = useQuery({
    queryKey: [`undo preview ${view.propertyId}`, id],
    queryFn: () => askUndo(view.propertyId, id, true),
    enabled: opened && undo.isIdle,
    staleTime: 0,
    gcTime: 0,
  });
  const isImpossible = preview.error instanceof ApiError && [404, 409].includes(preview.error.status);
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Undo this repair?`}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            {isImpossible ? t`Close` : t`Cancel`}
          </Button>
          {!isImpossible && (
            <Button
              disabled={preview.data === undefined}
              loading={undo.isPending}
              onClick={() => client.isMutating({ mutationKey }) === 0 && undo.mutate()}
            >
              <Trans>Undo it</Trans>
            </Button>
          )}
        </>
      }
    >
      <div className={classes.form} aria-busy={preview.isPending}>
        {!isImpossible && (
          <p>
            <Trans>
              The values that it added are removed, and the others are evaluated again, as if it had never been made.
              The correction and its undoing stay in the history.
            </Trans>
          </p>
        )}
        {preview.isError ? (
          <ErrorState
            message={sentenceOf(preview.error)}
            onRetry={isImpossible ? undefined : () => void preview.refetch()}
            inline
          />
        ) : preview.data === undefined ? (
          <Skeleton height={64} />
        ) : (
          <Effect effect={preview.data.effect} isDone={false} />
        )}
        <p className={classes.failure} role="alert">
          {undo.error !== null && sentenceOf(undo.error)}
        </p>
      </div>
    </Dialog>
  );
}
