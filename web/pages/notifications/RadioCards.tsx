import { type ReactNode, useId } from "react";
import classes from "./notifications.module.css";

interface Props<Value extends string> {
  /** For a screen reader. */
  legend: string;
  options: readonly { value: Value; label: string; hint?: string }[];
  chosen: Value | undefined;
  onChoose: (value: Value) => void;
}

/** One of a few, each with a sentence. */
export function RadioCards<Value extends string>({ legend, options, chosen, onChoose }: Props<Value>): ReactNode {
  const name = useId();
  return (
    <fieldset className={classes.choices} aria-label={legend}>
      {options.map(({ value, label, hint }) => (
        <label key={value}>
          <input type="radio" name={name} value={value} checked={value === chosen} onChange={() => onChoose(value)} />
          <span>
            <b>{label}</b>
            {hint !== undefined && <span className={classes.hint}>{hint}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
