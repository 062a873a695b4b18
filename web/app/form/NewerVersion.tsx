import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";
import classes from "./entry.module.css";

/** A field that somebody else changed while it stood in a form here. */
export interface NewerField {
  /** As the form names it. */
  name: string;
  /** What it is now; empty: nothing. */
  theirs: string;
  /** It was changed here, too: what is typed stays. */
  isOurs: boolean;
}

interface Props {
  /** Who saved it and when, with a full stop; left out: somebody else. */
  by?: string | undefined;
  fields: readonly NewerField[];
  onLoad: () => void;
}

/** Shows that somebody else saved what a form is about and what they changed, and offers to merge both. */
export function NewerVersion({ by, fields, onLoad }: Props): ReactNode {
  const load = useRef<HTMLButtonElement>(null);
  // The focus was on Save, which may be far away.
  useEffect(() => load.current?.focus(), []);
  return (
    <div className={classes.newer} role="alert">
      <p>
        <Trans>
          <b>{by ?? t`Somebody else changed this meanwhile.`}</b> Nothing of yours is saved, and nothing of it is lost.
        </Trans>
      </p>
      <ul>
        {fields.map(({ name, theirs, isOurs }) => {
          const now = theirs || t`empty`;
          return (
            <li key={name}>
              {isOurs
                ? t`${name} is now: ${now}. You changed it too: yours stays in the form, and saving it replaces theirs.`
                : t`${name} is now: ${now}`}
            </li>
          );
        })}
      </ul>
      <Button ref={load} onClick={onLoad}>
        <Trans>Load it, and keep what I typed</Trans>
      </Button>
    </div>
  );
}
