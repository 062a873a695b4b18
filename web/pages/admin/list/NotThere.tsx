import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import type { DialogProps } from "../../../components/dialog/DialogWindow.tsx";
import { ErrorState } from "../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../components/states/Skeleton.tsx";
import type { FoundRow } from "./use-row.ts";

const titles: Readonly<Record<Props["found"], (what: string) => string>> = {
  coming: (what) => t`The ${what}`,
  failed: (what) => t`The ${what}`,
  none: (what) => t`No such ${what}`,
  unlisted: (what) => t`This ${what} is not listed here`,
};

type Props = Pick<DialogProps, "opened" | "onClose"> & Omit<FoundRow<never>, "row">;

/** Stands for a dialog about a row that a link names, until the row is found, and if it is not. */
export function NotThere({ what, found, onRetry, opened, onClose }: Props): ReactNode {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={titles[found](what)}
      size="small"
      footer={
        <Button variant="default" data-autofocus onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {found === "coming" && <Skeleton height={120} />}
      {found === "failed" && <ErrorState message={t`The ${what} could not be loaded.`} onRetry={onRetry} inline />}
      {found === "unlisted" &&
        t`It is not on the page of the list that is open. It may be on another page, hidden by a filter, or removed.`}
      {found === "none" && t`There is no such ${what}: the link is old, or somebody mistyped it.`}
    </Dialog>
  );
}
