import { Button } from "@mantine/core";
import type { ReactNode, SubmitEvent } from "react";
import classes from "../property/entry/entry.module.css";

interface Props {
  entry: {
    formId: string;
    submit: (event: SubmitEvent<HTMLFormElement>) => void;
    isSaving: boolean;
    failure: string | null;
    isBack: boolean;
  };
  /** Its button: "Make the property". */
  save: string;
  children: ReactNode;
}

/** A form within a step. */
export function StepForm({ entry, save, children }: Props): ReactNode {
  return (
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
      <div className={classes.aside}>
        <Button type="submit" loading={entry.isSaving}>
          {save}
        </Button>
      </div>
    </form>
  );
}
