import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconMail } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { LeakCase } from "../../../../contract/leaks/cases.ts";
import { CopyBlock } from "../../../app/form/CopyBlock.tsx";
import classes from "../../../app/form/entry.module.css";
import { Dialog } from "../../../components/dialog/Dialog.tsx";
import { caseTitle } from "./case-text.ts";

/** A link that was just made, and for whom. */
export interface VendorLink {
  email: string;
  link: string;
}

/** A vendor's link, to be copied or mailed this once. */
export function VendorLinkMade(props: {
  row: LeakCase;
  made: VendorLink;
  opened: boolean;
  onClose(): void;
}): ReactNode {
  const { row, opened, onClose } = props;
  const { email, link } = props.made;
  const title = caseTitle(row);
  const mail = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(
    `${t`Please look at this leak, and report by this link what you found or fixed:`}\n\n${link}\n`,
  )}`;
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
            <b>Send this link now: it is not shown again.</b>{" "}
            {t`Whoever has it sees this leak and can report once, without an account. Send it to ${email}.`}
          </Trans>
        </p>
        <CopyBlock text={link} label={t`link`} />
        <div className={classes.aside}>
          <Button
            variant="default"
            leftSection={<IconMail size={14} aria-hidden="true" />}
            renderRoot={(root) => <a href={mail} {...root} />}
          >
            <Trans>Write an e-mail</Trans>
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
