import { type ReactNode, useId } from "react";
import { registerChoices } from "../property/meters/register-rules.ts";
import { registerUnitOfAll, withRegisterUnit } from "./file-rows.ts";
import classes from "./inventory-file.module.css";
import type { InventoryFileState } from "./use-inventory-file.ts";

// How much a pulse is differs from meter to meter: that is said in columns.
const choices = registerChoices.filter(({ value }) => value !== "pulse");

/**
 * Whether the meters send gallons by the hour or how far their registers have come. Lists seldom say it, and readings of
 * the other kind are refused. Nothing where the file says it of each meter by itself.
 */
export function MetersSend({ state }: { state: InventoryFileState }): ReactNode {
  const id = useId();
  const unit = registerUnitOfAll(state.rows);
  if (!choices.some(({ value }) => value === unit)) return null;
  return (
    <div className={classes.naming}>
      <label htmlFor={id}>The meters send</label>
      <select
        id={id}
        className={classes.cell}
        aria-describedby={`${id}-help`}
        disabled={state.busy !== null}
        value={unit}
        onChange={({ currentTarget: { value } }) => state.look(withRegisterUnit(state.rows, value))}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      <span id={`${id}-help`} className={classes.note}>
        Fixed from a meter's first reading on. Where they differ: a column register_unit
      </span>
    </div>
  );
}
