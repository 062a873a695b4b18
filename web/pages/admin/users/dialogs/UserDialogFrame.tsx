import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import type { User } from "../../../../../contract/accounts/users.ts";
import { notLoaded } from "../../../../app/api-error.ts";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import { ErrorState } from "../../../../components/states/ErrorState.tsx";
import { Skeleton } from "../../../../components/states/Skeleton.tsx";
import { useUser } from "../queries/use-user.ts";
import type { UserDialogProps } from "../queries/use-users.ts";

interface Props extends UserDialogProps {
  title: string;
  size: "small" | "medium";
  children: (user: User) => ReactNode;
}

/** Stands for a dialog about one user until that user is known, and where there is none such. */
export function UserDialogFrame({ title, size, children, ...dialog }: Props): ReactNode {
  const { user, error, retry } = useUser(dialog.view, Number(dialog.of));
  const [held, setHeld] = useState<User>();
  // As they were when it opened: once saved they may be on another page of the list, and what is typed must stay.
  if (held === undefined && user) setHeld(user);
  if (held !== undefined) return children(held);
  return (
    <Dialog
      opened={dialog.opened}
      onClose={dialog.onClose}
      title={title}
      size={size}
      footer={
        <Button variant="default" onClick={dialog.onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      {error ? (
        <ErrorState message={notLoaded(t`This user`, error)} onRetry={retry} />
      ) : user === undefined ? (
        <Skeleton height={size === "small" ? 80 : 420} />
      ) : (
        <p>
          <Trans>This user no longer exists, or is not yours to manage.</Trans>
        </p>
      )}
    </Dialog>
  );
}
