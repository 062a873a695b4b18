import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { CopyBlock } from "../../../../app/form/CopyBlock.tsx";
import classes from "../users.module.css";

/** A link that whoever invites hands on themselves, as no mail went out. */
export function LinkToHandOn({ email, link }: { email: string; link: string }): ReactNode {
  return (
    <div className={classes.handOn}>
      <p>
        <Trans>
          <b>No mail went out this time:</b> this installation sends none, or the mail server did not take it.{" "}
          {t`Send this link to ${email} yourself: it opens the page to choose a password, once, and works for 7 days. It is not shown again.`}
        </Trans>
      </p>
      <CopyBlock text={link} label="link" />
    </div>
  );
}
