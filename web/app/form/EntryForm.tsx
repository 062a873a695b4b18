import type { ReactNode, SubmitEvent } from "react";
import { DraftNotice } from "./DraftNotice.tsx";
import classes from "./entry.module.css";

export interface EntryFormProps {
  entry: {
    formId: string;
    submit: (event: SubmitEvent<HTMLFormElement>) => void;
    isSaving: boolean;
    failure: string | null;
    isBack: boolean;
    /** What somebody else did meanwhile. */
    meanwhile?: ReactNode;
  };
  /** At its end: its buttons, where they are not a dialog's. */
  foot?: ReactNode;
  children: ReactNode;
}

/** A form with its form-level messages: that typed values were restored, and why saving failed. */
export function EntryForm({ entry, foot, children }: EntryFormProps): ReactNode {
  return (
    <form id={entry.formId} className={classes.form} onSubmit={entry.submit} noValidate>
      <DraftNotice isBack={entry.isBack} />
      {children}
      <p className={classes.failure} role="alert">
        {entry.failure}
      </p>
      {entry.meanwhile}
      {foot}
    </form>
  );
}
