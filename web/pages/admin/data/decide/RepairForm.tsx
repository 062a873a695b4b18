import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { EntryDialog } from "../../../../app/form/EntryDialog.tsx";
import type { DialogProps } from "../../../../components/dialog/DialogWindow.tsx";
import classes from "../data.module.css";
import { Effect } from "./Effect.tsx";
import type { RepairFields, useRepair } from "./use-repair.ts";

interface Props<Values extends RepairFields> extends Pick<DialogProps, "opened" | "onClose" | "title" | "size"> {
  repair: ReturnType<typeof useRepair<Values>>;
  /** The button that does it, once it was looked at: "Send them again". */
  action: string;
  /** Such as "Battery empty". */
  reasonExample: string;
  /** It changes no figure, so there is nothing to look at. */
  isPlain?: boolean;
  /** Stands above what it changes, once that is known. */
  outcome?: ReactNode;
  children: ReactNode;
}

/** A repair in a dialog: what it is about, why, what it would change, and then done. */
export function RepairForm<Values extends RepairFields>(props: Props<Values>): ReactNode {
  const { repair, action, reasonExample, isPlain, outcome, children, ...dialog } = props;
  const { entry, answer } = repair;
  return (
    <EntryDialog {...dialog} entry={entry} save={isPlain || answer !== undefined ? action : t`See what changes`}>
      {children}
      <TextInput
        label={t`Reason`}
        placeholder={t`Such as: ${reasonExample}`}
        description={entry.form.errors.reason ? undefined : t`It stays on record with your name`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autoComplete="off"
        {...entry.form.getInputProps("reason")}
      />
      {!isPlain && (
        <div aria-live="polite" className={classes.form}>
          {answer === undefined ? (
            <p className={classes.soft}>
              <Trans>You see what it changes before anything is changed.</Trans>
            </p>
          ) : (
            <>
              {outcome}
              <Effect effect={answer.effect} isDone={false} />
            </>
          )}
        </div>
      )}
    </EntryDialog>
  );
}
