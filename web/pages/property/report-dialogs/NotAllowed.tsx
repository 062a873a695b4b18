import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { type ReportDialogName, type ReportDialogProps, reportDialogs } from "../../../app/report/report-dialog.ts";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import classes from "./report-dialogs.module.css";

interface Props extends Pick<ReportDialogProps, "opened" | "onClose"> {
  dialog: ReportDialogName;
}

/** In place of a dialog that a link names and the user has no right to. */
export default function NotAllowed({ dialog, opened, onClose }: Props): ReactNode {
  const title = reportDialogs.find((known) => known.dialog === dialog)?.label ?? "";
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size="small"
      footer={
        <Button onClick={onClose}>
          <Trans>Back to the report</Trans>
        </Button>
      }
    >
      <p className={classes.sentence}>
        <Trans>
          Costs and prices need the permission Portfolio Insights, which your account does not have. An administrator
          can give it.
        </Trans>
      </p>
    </Dialog>
  );
}
