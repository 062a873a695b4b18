import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { ListedLeak } from "../../../../../contract/leaks/leaks.ts";
import { call } from "../../../../app/api.ts";
import { sentenceOf } from "../../../../app/api-error.ts";
import { toast } from "../../../../app/toast.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import classes from "../explanation.module.css";
import { forgetLeaks } from "../view/explanation-queries.ts";
import { timeAtProperty } from "../view/property-time.ts";

interface Props {
  opened: boolean;
  onClose(): void;
  onDone(): void;
  leak: ListedLeak;
  zone: string;
}

/** Confirms undoing "mark repaired". */
export default function TakeBack({ opened, onClose, onDone, leak: { repair }, zone }: Props): ReactNode {
  const client = useQueryClient();
  const undo = useMutation({
    mutationFn: (id: number) => call("DELETE /v1/leaks/repaired/{id}", { params: { id } }),
    onSuccess: async () => {
      await forgetLeaks(client);
      onDone();
      toast({ title: t`Repair mark removed`, message: t`The leak no longer counts as repaired.` });
    },
  });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      size="small"
      title={t`Remove the repair mark?`}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button loading={undo.isPending} disabled={repair === null} onClick={() => repair && undo.mutate(repair.id)}>
            <Trans>Remove it</Trans>
          </Button>
        </>
      }
    >
      {repair && (
        <p className={classes.plain}>
          {t`${repair.made_by} marked the leak as repaired ${timeAtProperty(repair.repaired_at, zone)}. The mark, and who removed it, stay on record.`}
        </p>
      )}
      <p className={classes.failed} role="alert">
        {undo.error !== null && sentenceOf(undo.error)}
      </p>
    </Dialog>
  );
}
