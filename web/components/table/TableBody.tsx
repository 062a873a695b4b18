import { t } from "@lingui/core/macro";
import { type ReactNode, useState } from "react";
import { Skeleton } from "../states/Skeleton.tsx";
import type { TableColumn } from "./column.ts";
import { rowIndex } from "./row-keys.ts";
import classes from "./Table.module.css";
import { TableRow, type TableRowContext } from "./TableRow.tsx";

export interface TableBodyProps<Row> extends TableRowContext<Row> {
  rows: readonly Row[];
  refreshing?: boolean;
}

/** All rows of a page. */
export function TableBody<Row>({ rows, refreshing, ...context }: TableBodyProps<Row>): ReactNode {
  const [reached, setReached] = useState(0);
  return (
    <tbody
      className={classes.body}
      data-refreshing={refreshing || undefined}
      onFocus={(event) => setReached(rowIndex(event.target))}
    >
      {rows.map((row, index) => (
        <TableRow
          key={context.rowKey(row)}
          {...context}
          row={row}
          index={index}
          reachable={index === Math.min(reached, rows.length - 1)}
        />
      ))}
    </tbody>
  );
}

/** Rows of the right height while nothing is known. */
export function SkeletonBody<Row>({
  columns,
  count,
  folds,
}: {
  columns: readonly TableColumn<Row>[];
  count: number;
  folds: boolean;
}): ReactNode {
  return (
    <tbody>
      {Array.from({ length: count }, (_, row) => `skeleton ${row}`).map((key, row) => (
        <tr key={key} className={classes.row}>
          {folds && <td className={classes.cell} />}
          {columns.map((column, place) => (
            <td key={column.id} className={classes.cell} data-align={column.align}>
              <span style={{ display: "inline-block", width: `${[62, 48, 70, 55][(row + place) % 4]}%`, minWidth: 24 }}>
                <Skeleton height={10} />
              </span>
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  );
}

/** The totals row; nothing where no column has a total. */
export function TotalsRow<Row>({
  columns,
  folds,
}: {
  columns: readonly TableColumn<Row>[];
  folds: boolean;
}): ReactNode {
  if (columns.every((column) => column.total === undefined)) return null;
  return (
    <tfoot>
      <tr className={classes.total}>
        {folds && <td className={classes.cell} />}
        {columns.map((column, place) => (
          <td key={column.id} className={classes.cell} data-align={column.align}>
            {column.total ?? (place === 0 ? t`Total` : null)}
          </td>
        ))}
      </tr>
    </tfoot>
  );
}
