import { Button, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog, type DialogProps } from "../../../../components/dialog/Dialog.tsx";
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
  const { repair, action, reasonExample, isPlain, outcome, children, onClose, ...dialog } = props;
  const { entry, answer } = repair;
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={entry.formId} loading={entry.isSaving}>
            {isPlain || answer !== undefined ? action : "See what changes"}
          </Button>
        </>
      }
    >
      <form id={entry.formId} className={classes.form} onSubmit={entry.submit} noValidate>
        {entry.isBack && (
          <p className={classes.back} role="status">
            Your session ended before this was saved. What you typed is back, and nothing of it is saved yet.
          </p>
        )}
        {children}
        <TextInput
          label="Reason"
          placeholder={`Such as: ${reasonExample}`}
          description={entry.form.errors.reason ? undefined : "It stays on record with your name"}
          inputWrapperOrder={["label", "input", "description", "error"]}
          autoComplete="off"
          {...entry.form.getInputProps("reason")}
        />
        {!isPlain && (
          <div aria-live="polite" className={classes.form}>
            {answer === undefined ? (
              <p className={classes.soft}>Nothing is changed before you have seen what it changes.</p>
            ) : (
              <>
                {outcome}
                <Effect effect={answer.effect} isDone={false} />
              </>
            )}
          </div>
        )}
        <p className={classes.failure} role="alert">
          {entry.failure}
        </p>
      </form>
    </Dialog>
  );
}
