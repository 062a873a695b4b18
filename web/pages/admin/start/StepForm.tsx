import { Button } from "@mantine/core";
import type { ReactNode } from "react";
import { EntryForm, type EntryFormProps } from "../../../app/form/EntryForm.tsx";
import classes from "../../../app/form/entry.module.css";

interface Props extends Omit<EntryFormProps, "foot"> {
  /** Its button: "Make the property". */
  save: string;
}

/** A form within a step. */
export function StepForm({ entry, save, children }: Props): ReactNode {
  return (
    <EntryForm
      entry={entry}
      foot={
        <div className={classes.aside}>
          <Button type="submit" loading={entry.isSaving}>
            {save}
          </Button>
        </div>
      }
    >
      {children}
    </EntryForm>
  );
}
