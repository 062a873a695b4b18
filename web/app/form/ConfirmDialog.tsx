import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import type { DialogProps } from "../../components/dialog/DialogWindow.tsx";
import { sentenceOf } from "../api-error.ts";
import classes from "./entry.module.css";

interface Props<Answer> extends Pick<DialogProps, "opened" | "onClose" | "title"> {
  /** The button that does it: "Remove". */
  action: string;
  /** Why it is not possible; then only this is shown. */
  impossible?: ReactNode;
  write: () => Promise<Answer>;
  onDone: (answer: Answer) => void;
  /** It takes nothing away that is not easily brought back. */
  harmless?: boolean;
  /** What is lost and what stays. */
  children: ReactNode;
}

/** Asks before something is taken away. */
export function ConfirmDialog<Answer>(props: Props<Answer>): ReactNode {
  const { opened, onClose, title, action, impossible, write, onDone, harmless, children } = props;
  const client = useQueryClient();
  const mutationKey = ["confirm", title];
  const act = useMutation({
    mutationKey,
    mutationFn: write,
    onSuccess: (answer) => {
      onDone(answer);
      void client.invalidateQueries();
    },
  });
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="small"
      footer={
        impossible ? (
          <Button variant="default" onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
        ) : (
          <>
            <Button variant="default" data-autofocus onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button
              className={harmless ? undefined : classes.destructive}
              loading={act.isPending}
              onClick={() => client.isMutating({ mutationKey }) === 0 && act.mutate()}
            >
              {action}
            </Button>
          </>
        )
      }
    >
      <div className={classes.form}>
        {impossible ?? children}
        <p className={classes.failure} role="alert">
          {act.error !== null && sentenceOf(act.error)}
        </p>
      </div>
    </Dialog>
  );
}
