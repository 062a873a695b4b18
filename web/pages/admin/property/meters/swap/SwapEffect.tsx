import type { ReactNode } from "react";
import type { RepairEffect } from "../../../../../../contract/repair-effect.ts";
import { formatCount, formatGallonsUnit } from "../../../../../components/format.ts";
import classes from "./swap.module.css";

/** What a swap changes of days that were measured already. */
export function SwapEffect({ effect }: { effect: RepairEffect }): ReactNode {
  const meters = effect.meters.filter((one) => one.days_changed > 0 || leakWords(one) !== "");
  if (meters.length === 0) {
    return (
      <p className={classes.effect}>
        <b>No figure changes.</b> Nothing was measured after that time yet, or nothing of it differs.
      </p>
    );
  }
  return (
    <div className={classes.effect}>
      <b>What it changes.</b> Nothing is saved yet.
      <table>
        <thead>
          <tr>
            <th scope="col">Meter</th>
            <th scope="col">Days</th>
            <th scope="col">Gallons</th>
            <th scope="col">Leak gallons</th>
          </tr>
        </thead>
        <tbody>
          {meters.map((one) => (
            <tr key={one.meter_serial_number}>
              <th scope="row">
                {one.meter_serial_number}
                <small>{leakWords(one)}</small>
              </th>
              <td>{one.days_changed}</td>
              <td>{change(one.gallons_before, one.gallons_after)}</td>
              <td>{change(one.leak_gallons_before, one.leak_gallons_after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function change(before: number | null, after: number | null): string {
  return before === after
    ? `${formatGallonsUnit(after)}, unchanged`
    : `${formatGallonsUnit(before)} → ${formatGallonsUnit(after)}`;
}

function leakWords({ leaks_opened, leaks_gone, leaks_changed }: RepairEffect["meters"][number]): string {
  const words = [
    [leaks_opened.length, "opens", "open"],
    [leaks_gone.length, "goes", "go"],
    [leaks_changed.length, "changes", "change"],
  ] as const;
  return words
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${formatCount(count, "leak")} ${count === 1 ? one : many}`)
    .join(", ");
}
