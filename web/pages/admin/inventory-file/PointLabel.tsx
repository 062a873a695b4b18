import { type ReactNode, useId } from "react";
import { formatCount } from "../../../components/format.ts";
import { pointKinds } from "../property/meters/point-kinds.ts";
import { repeatedPoints, type WrongRow, withPoint } from "./file-rows.ts";
import classes from "./inventory-file.module.css";
import type { InventoryFileState } from "./use-inventory-file.ts";

/** The file's unknown names of points, each corrected once for all rows that have it. */
export function UnknownPointNames({
  state,
  wrong,
}: {
  state: InventoryFileState;
  wrong: readonly WrongRow[];
}): ReactNode {
  const id = useId();
  const { mending, setMending, busy } = state;
  return repeatedPoints(wrong).map(({ pointName, rows }, place) => {
    const chosen = new Set(rows.map((row) => mending.cells.get(row)?.point ?? ""));
    const [only = ""] = chosen.size === 1 ? chosen : [];
    return (
      <div key={pointName} className={classes.naming}>
        <label htmlFor={`${id}-${place}`}>
          “{pointName}” in {formatCount(rows.length, "row")}
        </label>
        <select
          id={`${id}-${place}`}
          className={classes.cell}
          disabled={busy !== null}
          value={only}
          onChange={({ currentTarget: { value } }) => setMending(withPoint(mending, rows, value))}
        >
          <option value="" disabled>
            Choose the point
          </option>
          {pointKinds.map(({ kind, name }) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </select>
      </div>
    );
  });
}
