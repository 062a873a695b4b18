import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import classes from "../data.module.css";
import type { DataDialogProps } from "../view/use-data.ts";

/** In place of a dialog about rows that do not wait any more. */
export function NoRows({ opened, onClose }: DataDialogProps): ReactNode {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Nothing to decide`}
      size="small"
      footer={
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p className={classes.soft}>
        <Trans>
          What this is about is decided already, or it is not in this list. Somebody else may have decided it meanwhile:
          the repairs say who.
        </Trans>
      </p>
    </Dialog>
  );
}
