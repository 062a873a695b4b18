import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import classes from "../data.module.css";

interface Props<State extends string> {
  /** For a screen reader: "Which rows". */
  label: string;
  /** undefined: what is open. */
  value: string | undefined;
  /** The others, with their labels. */
  states: Readonly<Record<State, string>>;
  /** What no state is called; "Open" where not given. */
  none?: string;
  onChange: (state: State | undefined) => void;
}

/** Which state the rows of a list are in. */
export function StateChoice<State extends string>(props: Props<State>): ReactNode {
  const { label, value, states, none = t`Open`, onChange } = props;
  const isState = (text: string): text is State => text in states;
  return (
    <select
      className={classes.select}
      aria-label={label}
      value={value ?? ""}
      onChange={({ currentTarget: { value: chosen } }) => onChange(isState(chosen) ? chosen : undefined)}
    >
      <option value="">{none}</option>
      {Object.entries<string>(states).map(([state, stateLabel]) => (
        <option key={state} value={state}>
          {stateLabel}
        </option>
      ))}
    </select>
  );
}
