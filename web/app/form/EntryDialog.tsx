import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "../../components/dialog/Dialog.tsx";
import type { DialogProps } from "../../components/dialog/DialogWindow.tsx";
import { EntryForm, type EntryFormProps } from "./EntryForm.tsx";
import classes from "./entry.module.css";

interface Props extends Pick<DialogProps, "opened" | "onClose" | "title" | "size"> {
  entry: EntryFormProps["entry"];
  /** The main button: "Add the unit". */
  save: string;
  /** Other things to do with what the form is about, left of the buttons. */
  secondaryActions?: ReactNode;
  children: ReactNode;
}

/** A form in a dialog. */
export function EntryDialog({ entry, save, secondaryActions, children, onClose, ...dialog }: Props): ReactNode {
  return (
    <Dialog
      {...dialog}
      onClose={onClose}
      footer={
        <>
          {secondaryActions && <div className={classes.aside}>{secondaryActions}</div>}
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit" form={entry.formId} loading={entry.isSaving}>
            {save}
          </Button>
        </>
      }
    >
      <EntryForm entry={entry}>{children}</EntryForm>
    </Dialog>
  );
}
