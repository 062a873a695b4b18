import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyText } from "../../../../components/CopyText.tsx";
import classes from "../../account.module.css";

/** The recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactNode {
  return (
    <div className={classes.steps}>
      <p role="status">
        Signing in asks for a code from now on. Keep these recovery codes where you find them without your phone: each
        works once in place of a code, and they are not shown again.
      </p>
      <ul className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <CopyText text={code} label="recovery code" />
          </li>
        ))}
      </ul>
      <Button onClick={onDone}>I have kept them</Button>
    </div>
  );
}
