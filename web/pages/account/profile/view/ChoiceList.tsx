import { type ReactNode, useId } from "react";
import classes from "../profile.module.css";

interface Props<Value extends string | number> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  chosen: Value | null;
  onChoose: (value: Value) => void;
  /** Side by side. */
  inline?: boolean;
  disabled?: boolean;
}

/** One of a few. */
export function ChoiceList<Value extends string | number>(props: Props<Value>): ReactNode {
  const { legend, options, chosen, onChoose, inline, disabled } = props;
  const name = useId();
  return (
    <fieldset className={classes.choices} data-inline={inline || undefined} disabled={disabled}>
      <legend>{legend}</legend>
      {options.map(({ value, label }) => (
        <label key={value}>
          <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
