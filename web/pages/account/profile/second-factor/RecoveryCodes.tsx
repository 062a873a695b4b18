import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyText } from "../../../../components/CopyText.tsx";
import { download } from "../../../../components/download.ts";
import classes from "../../account.module.css";

interface Props {
  codes: readonly string[];
  /** They replace others of a second factor that was at work already. */
  areNew: boolean;
  onDone: () => void;
}

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, areNew, onDone }: Props): ReactNode {
  return (
    <div className={classes.steps}>
      <p role="status">
        <Trans>
          {areNew ? t`These replace all earlier codes.` : t`Signing in asks for a code from now on.`} Keep these
          recovery codes where you find them without your phone: each works once in place of a code, and they are not
          shown again.
        </Trans>
      </p>
      <ul className={classes.codes} aria-label={t`Recovery codes`}>
        {codes.map((code) => (
          <li key={code}>
            <CopyText text={code} label={t`recovery code`} />
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button onClick={onDone}>
          <Trans>I have kept them</Trans>
        </Button>
        <Button variant="default" onClick={() => download("dripline-recovery-codes.txt", fileOf(codes))}>
          <Trans>Save as a file</Trans>
        </Button>
      </div>
    </div>
  );
}

function fileOf(codes: readonly string[]): Blob {
  const lines = [
    t`Recovery codes for ${window.location.host}`,
    t`Each works once in place of a code.`,
    "",
    ...codes,
    "",
  ];
  return new Blob([lines.join("\r\n")], { type: "text/plain;charset=utf-8" });
}
