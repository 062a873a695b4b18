import { t } from "@lingui/core/macro";
import { Select, TextInput } from "@mantine/core";
import "@mantine/core/styles/Combobox.layer.css";
import type { ReactNode } from "react";
import classes from "../entry/entry.module.css";
import { registerChoices } from "./register-rules.ts";

type Name = "register_unit" | "gallons_per_pulse" | "register_count" | "register_width";

interface Props {
  unit: string;
  inputOf: (name: Name) => { error?: ReactNode; value?: string };
}

/** What a meter sends, and of a register how it counts. */
export function RegisterInputs({ unit, inputOf }: Props): ReactNode {
  const number = (name: Name, label: string, help: string) => {
    const input = inputOf(name);
    return (
      <TextInput
        label={label}
        description={input.error ? undefined : help}
        inputWrapperOrder={["label", "input", "description", "error"]}
        inputMode="decimal"
        autoComplete="off"
        {...input}
      />
    );
  };
  return (
    <>
      <div className={classes.pair}>
        <Select
          classNames={{ option: classes.option }}
          label={t`What it sends`}
          data={[...registerChoices]}
          allowDeselect={false}
          comboboxProps={{ returnFocus: false }}
          size="xs"
          {...inputOf("register_unit")}
        />
        {unit === "pulse" && number("gallons_per_pulse", t`Gallons per pulse`, t`As on its plate`)}
      </div>
      {unit !== "" && (
        <div className={classes.pair}>
          {number("register_count", t`Register count`, t`Its smallest step in its unit; optional`)}
          {number("register_width", t`Register width`, t`Where it starts again at 0; optional`)}
        </div>
      )}
    </>
  );
}
