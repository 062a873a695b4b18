import { Input } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./imports.module.css";

interface Props<Value extends string> {
  label: string;
  value: Value;
  /** The values with their labels, in order. */
  options: readonly (readonly [value: Value, optionLabel: string])[];
  help?: string | undefined;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (value: Value) => void;
}

/** A choice of a few under its label. */
export function FieldSelect<Value extends string>(props: Props<Value>): ReactNode {
  const { label, value, options, help, error, disabled, onChange } = props;
  const id = useId();
  const message = error ?? help;
  const choose = (text: string) => {
    const chosen = options.find(([known]) => known === text);
    if (chosen !== undefined) onChange(chosen[0]);
  };
  return (
    <div>
      <Input.Label htmlFor={id}>{label}</Input.Label>
      <select
        id={id}
        className={classes.select}
        value={value}
        disabled={disabled}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={message === undefined ? undefined : `${id}-said`}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {options.map(([key, optionLabel]) => (
          <option key={key} value={key}>
            {optionLabel}
          </option>
        ))}
      </select>
      {message !== undefined && (
        <p id={`${id}-said`} className={error === undefined ? classes.help : classes.wrong}>
          {message}
        </p>
      )}
    </div>
  );
}
