import { type ReactNode, useId } from "react";
import type { Reason } from "../../../../../contract/leaks/leaks.ts";
import classes from "../explanation.module.css";
import { ruleName, signOf } from "./rule-text.ts";

interface Props {
  reasons: readonly Reason[];
  /** The sign whose evidence is drawn. */
  value: string;
  onChange(sign: string): void;
}

/** The signs by which rules found the leak, in the order in which they did; one of them is drawn. Arrow keys go from one to the next. */
export function RuleChoice({ reasons, value, onChange }: Props): ReactNode {
  const name = useId();
  return (
    <fieldset className={classes.rules} aria-label="Sign to draw">
      {reasons.map(signOf).map((sign) => (
        <label key={sign} className={classes.rule} data-chosen={sign === value || undefined}>
          <input type="radio" name={name} value={sign} checked={sign === value} onChange={() => onChange(sign)} />
          {ruleName(sign)}
        </label>
      ))}
    </fieldset>
  );
}
