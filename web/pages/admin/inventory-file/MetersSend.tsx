import { type ReactNode, useId } from "react";
import { registerChoices } from "../property/meters/register-rules.ts";
import { registerUnitOfAll, withRegisterUnit } from "./file-rows.ts";
import classes from "./inventory-file.module.css";
import type { InventoryFileState } from "./use-inventory-file.ts";

// The volume of a pulse differs by meter: it is given in columns.
const choices = registerChoices.filter(({ value }) => value !== "pulse");

/**
 * Whether the meters send hourly gallons or register values. Files seldom contain it, and readings of the other kind
 * are rejected. Not shown if the file has it for each meter.
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
