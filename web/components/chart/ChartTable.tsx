import type { ReactNode } from "react";
import classes from "./Chart.module.css";

export interface ChartTableProps {
  caption: string;
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

/** The chart's figures as a table. */
export function ChartTable({ caption, header, rows }: ChartTableProps): ReactNode {
  return (
    <table className={classes.table} aria-label={caption}>
      <thead>
        <tr>
          {header.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name = "", ...values]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            {values.map((value, place) => (
              <td key={header[place + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
