import { Trans } from "@lingui/react/macro";
import { VisuallyHidden } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { InfoTip } from "../InfoTip.tsx";
import { isPressed, type TableColumn } from "./column.ts";
import { columnWidth } from "./column-width.ts";
import { parseOrdering, toggleOrdering } from "./ordering.ts";
import classes from "./Table.module.css";

export interface TableHeadProps<Row> {
  columns: readonly TableColumn<Row>[];
  ordering?: string;
  onOrderingChange?: (ordering: string) => void;
  /** While loading and without data, headers do not sort. */
  sortingDisabled: boolean;
  /** Room for the button that unfolds a row. */
  folds: boolean;
  /** Columns are as wide as these rows need; as their cells in the document need where not given. */
  widthsOf?: readonly Row[];
}

function headerText<Row>(column: TableColumn<Row>): ReactNode {
  return (
    <>
      {column.header}
      {column.unit && <span className={classes.unit}> {column.unit}</span>}
    </>
  );
}

/** The header row: names, units, and the order with its direction. */
export function TableHead<Row>(props: TableHeadProps<Row>): ReactNode {
  const { columns, onOrderingChange, sortingDisabled } = props;
  const now = parseOrdering(props.ordering);
  return (
    <>
      {/* Widths as attributes, so that paper can give them up. */}
      <colgroup>
        {props.folds && <col />}
        {columns.map((column) => (
          <col
            key={column.id}
            width={column.width}
            style={props.widthsOf && { "--width": columnWidth(column, props.widthsOf) }}
          />
        ))}
      </colgroup>
      <thead>
        <tr>
          {props.folds && (
            <th scope="col" className={`${classes.head} ${classes.fold}`}>
              <VisuallyHidden>
                <Trans>Unfold</Trans>
              </VisuallyHidden>
            </th>
          )}
          {columns.map((column) => {
            const field = onOrderingChange && column.sortable;
            const direction = field && now?.field === field ? (now.descending ? "descending" : "ascending") : undefined;
            const Arrow = direction === "descending" ? IconArrowDown : IconArrowUp;
            return (
              <th
                key={column.id}
                scope="col"
                className={classes.head}
                data-align={column.align}
                data-screen-only={isPressed(column) || undefined}
                data-two-lines={column.twoLines || undefined}
                aria-sort={field ? (direction ?? "none") : undefined}
              >
                <span className={classes.heading}>
                  {field ? (
                    <button
                      type="button"
                      className={classes.sort}
                      disabled={sortingDisabled}
                      onClick={() => onOrderingChange(toggleOrdering(field, props.ordering))}
                    >
                      {column.align === "right" && <Arrow size={13} stroke={2} aria-hidden="true" />}
                      <span>{headerText(column)}</span>
                      {column.align !== "right" && <Arrow size={13} stroke={2} aria-hidden="true" />}
                    </button>
                  ) : (
                    headerText(column)
                  )}
                  {column.hint && <InfoTip label={column.hint} />}
                </span>
              </th>
            );
          })}
        </tr>
      </thead>
    </>
  );
}
