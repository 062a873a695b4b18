import { memo, type ReactNode } from "react";
import classes from "./HeatGrid.module.css";
import type { HeatColumn, HeatLine } from "./heat-lines.ts";
import { type HeatScale, heatLevel } from "./heat-scale.ts";

interface Props {
  line: HeatLine;
  place: number;
  /** Keep them the same between renders. */
  columns: readonly HeatColumn[];
  /** The column that Tab reaches in it; undefined: none. */
  reached: number | undefined;
  scale: HeatScale;
  format: (value: number | null) => string;
}

/** One line of a heat map. Scrolling draws those that come into sight, and those that stay in it not again. */
export const HeatRowView = memo(function HeatRowView(props: Props): ReactNode {
  const { line, place, columns, reached, scale, format } = props;
  if (line.kind === "heading") {
    return (
      <tr aria-rowindex={place + 2}>
        <th scope="rowgroup" className={classes.heading} colSpan={columns.length + 2}>
          <span>{line.name}</span>
        </th>
      </tr>
    );
  }
  const reach = (column: number) => (column === reached ? 0 : undefined);
  return (
    <tr aria-rowindex={place + 2} data-line={place}>
      <th scope="row" className={classes.name} tabIndex={reach(0)}>
        {line.name}
      </th>
      {line.values.map((value, index) => (
        // Thirty rows have two thousand of them: no more on each than it needs.
        <td
          key={columns[index]?.date}
          data-level={heatLevel(value, scale) ?? "none"}
          data-partial={(value !== null && line.partial.has(index)) || undefined}
          tabIndex={reach(index + 1)}
        >
          {format(value)}
        </td>
      ))}
      <td className={classes.total}>{format(line.total)}</td>
    </tr>
  );
});
