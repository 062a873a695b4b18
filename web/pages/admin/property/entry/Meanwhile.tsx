import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./entry.module.css";
import type { FieldNames, NewerField } from "./newer-values.ts";

/** What somebody else did to what a form is about while it was open. */
export type WhatHappened<Field extends string> =
  | { is: "changed" | "loading" }
  | { is: "loaded"; newer: readonly NewerField<Field>[] }
  | { is: "failed"; why: string };

interface Props<Field extends string> {
  happened: WhatHappened<Field>;
  names: FieldNames<Field>;
  onLoad: () => void;
}

/** Shows what somebody else saved while the form was open, or offers to load it. */
export function Meanwhile<Field extends string>({ happened, names, onLoad }: Props<Field>): ReactNode {
  if (happened.is === "loaded") {
    return (
      <div className={classes.back} role="status">
        <p>
          <Trans>Reloaded. Your changes are not saved yet: check them, and save again.</Trans>
        </p>
        <ul>
          {happened.newer.map(({ field, theirs, isOurs }) => (
            <li key={field}>
              {names[field]} {theirs === "" ? t`was emptied` : t`is “${theirs}” by now`}
              {isOurs ? t`; what you typed is kept and would replace it.` : "."}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <>
      {happened.is === "failed" && (
        <p className={classes.failure} role="alert">
          {happened.why}
        </p>
      )}
      <div>
        <Button variant="default" loading={happened.is === "loading"} onClick={onLoad}>
          <Trans>Reload, and keep what I typed</Trans>
        </Button>
      </div>
    </>
  );
}
