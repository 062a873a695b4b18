import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import type { DialogProps } from "../../../components/dialog/DialogWindow.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import type { FoundRow } from "./use-row.ts";

type Props = Pick<DialogProps, "opened" | "onClose"> & Omit<FoundRow<never>, "row">;

/** In place of a dialog about a row that a link names, while it is looked for, and where there is none such. */
export function NotThere({ what, found, onRetry, opened, onClose }: Props): ReactNode {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={found === "none" ? t`No such ${what}` : t`The ${what}`}
      size="small"
      footer={
        <Button variant="default" data-autofocus onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {found === "coming" && <Skeleton height={120} />}
      {found === "failed" && <ErrorState message={t`The ${what} could not be loaded.`} onRetry={onRetry} inline />}
      {found === "none" && t`There is no such ${what}: the link is old, or somebody mistyped it.`}
    </Dialog>
  );
}
