import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyBlock } from "../../../app/form/CopyBlock.tsx";
import classes from "../../../app/form/entry.module.css";
import { Dialog } from "../../../components/dialog/Dialog.tsx";

/** A link that was just made, and for whom. */
export interface VendorLink {
  email: string;
  link: string;
}

/** A vendor's link, which is mailed and can be copied this once. */
export function VendorLinkMade(props: { made: VendorLink; opened: boolean; onClose(): void }): ReactNode {
  const { made, opened, onClose } = props;
  const { email, link } = made;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={t`Link for the vendor`}
      footer={
        <Button data-autofocus onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <div className={classes.form}>
        <p>
          <Trans>
            <b>The link is mailed to {email}.</b>{" "}
            {t`Whoever has it sees this leak and can report once, without an account. It is not shown again here.`}
          </Trans>
        </p>
        <CopyBlock text={link} label={t`link`} />
      </div>
    </Dialog>
  );
}
