import { Button } from "@mantine/core";
import type { ReactNode, SubmitEvent } from "react";
import { Dialog, type DialogProps } from "../../../../components/dialog/Dialog.tsx";
import classes from "./entry.module.css";

interface Props extends Pick<DialogProps, "opened" | "onClose" | "title" | "size"> {
  entry: {
    formId: string;
    submit: (event: SubmitEvent<HTMLFormElement>) => void;
    isSaving: boolean;
    failure: string | null;
    isBack: boolean;
    /** What somebody else did meanwhile. */
    meanwhile?: ReactNode;
  };
  /** The main button: "Add the unit". */
  save: string;
  /** Other things to do with what the form is about, left of the buttons. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog. */
export function EntryDialog({ entry, save, aside, children, onClose, ...dialog }: Props): ReactNode {
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      footer={
        <>
          {aside && <div className={classes.aside}>{aside}</div>}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={entry.formId} loading={entry.isSaving}>
            {save}
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
        <p className={classes.failure} role="alert">
          {entry.failure}
        </p>
        {entry.meanwhile}
      </form>
    </Dialog>
  );
}
