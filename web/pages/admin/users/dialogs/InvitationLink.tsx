import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "../../../../components/dialog/Dialog.tsx";
import type { Invited } from "../form/user-calls.ts";
import { LinkToHandOn } from "./LinkToHandOn.tsx";

interface Props {
  user: Invited;
  link: string;
  opened: boolean;
  onClose: () => void;
}

/** The link of an invitation that no mail took along. */
export function InvitationLink({ user, link, opened, onClose }: Props): ReactNode {
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Invitation`}
      footer={
        <Button data-autofocus onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <LinkToHandOn email={user.email} link={link} />
    </Dialog>
  );
}
