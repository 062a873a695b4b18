import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "../../../../app/form/entry.module.css";
import "@mantine/core/styles/Combobox.layer.css";

/** The value of a meter that has been at its place all along, in the form and in a request. */
export const ALWAYS = "always";

/** What is wrong with the field as chosen; null: nothing. */
export const sinceError = (chosen: string) => (chosen === "" ? t`Give its first day.` : null);

interface Props {
  /** Of the form's field: a day, ALWAYS, or "" for a day that is not given yet. */
  input: { value?: string; error?: ReactNode; onChange: (value: string) => void };
}

/** Since when a meter is at its place. */
export function SinceField({ input }: Props): ReactNode {
  const isAlways = input.value === ALWAYS;
  return (
    <div className={classes.pair}>
      <Select
        classNames={{ option: classes.option }}
        label={t`In service`}
        data={[
          { value: ALWAYS, label: t`All along` },
          { value: "", label: t`Since a day` },
        ]}
        description={
          isAlways ? !input.error && t`Readings of earlier days count, too` : t`Earlier days count without it`
        }
        inputWrapperOrder={["label", "input", "description", "error"]}
        allowDeselect={false}
        comboboxProps={{ returnFocus: false }}
        size="xs"
        value={isAlways ? ALWAYS : ""}
        onChange={(chosen) => input.onChange(chosen ?? "")}
        error={isAlways && input.error}
      />
      {!isAlways && (
        <TextInput
          type="date"
          label={t`First day here`}
          value={input.value ?? ""}
          onChange={(event) => input.onChange(event.currentTarget.value)}
          error={input.error}
        />
      )}
    </div>
  );
}
