import { type ReactNode, useId } from "react";
import type { Reason } from "../../../../contract/leaks.ts";
import classes from "./explanation.module.css";
import { ruleName } from "./rule-words.ts";

interface Props {
  reasons: readonly Reason[];
  /** The rule whose evidence is drawn. */
  value: string;
  onChange(rule: string): void;
}

/** The rules that found the leak, in the order in which they did; one of them is drawn. Arrow keys go from one to the next. */
export function RuleChoice({ reasons, value, onChange }: Props): ReactNode {
  const name = useId();
  return (
    <fieldset className={classes.rules} aria-label="Sign to draw">
      {reasons.map(({ rule }) => (
        <label key={rule} className={classes.rule} data-chosen={rule === value || undefined}>
          <input type="radio" name={name} value={rule} checked={rule === value} onChange={() => onChange(rule)} />
          {ruleName(rule)}
        </label>
      ))}
    </fieldset>
  );
}
