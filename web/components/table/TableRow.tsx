import { VisuallyHidden } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import type { MouseEvent, ReactNode, Ref } from "react";
import { drawnMark, isPressed, type RowMark, type TableColumn, type TableExpansion } from "./column.ts";
import classes from "./Table.module.css";

/** What every row of a table is drawn with. */
export interface TableRowContext<Row> {
  columns: readonly TableColumn<Row>[];
  rowKey: (row: Row) => string;
  onOpenRow?: (row: Row) => void;
  highlight?: (row: Row) => RowMark | undefined;
  expansion?: TableExpansion<Row>;
}

export interface TableRowProps<Row> extends TableRowContext<Row> {
  row: Row;
  index: number;
  /** The one row that Tab reaches; j and k go on from there. */
  reachable: boolean;
  measure?: Ref<HTMLTableRowElement>;
}

/** Whether a click belongs to the row: not to a control in it, and not to a selection of its text. */
export function opensRow(event: MouseEvent<HTMLElement>): boolean {
  const target = event.target;
  if (!(target instanceof Element) || target.closest("a, button, input, select, label, summary") !== null) return false;
  // A row of a table that is unfolded within this one opens itself.
  if (target.closest("[data-row]") !== event.currentTarget) return false;
  return window.getSelection()?.isCollapsed ?? true;
}

/** One row, and what unfolds below it. */
export function TableRow<Row>(props: TableRowProps<Row>): ReactNode {
  const { row, columns, onOpenRow, highlight, expansion } = props;
  const mark = drawnMark(highlight?.(row));
  const expanded = expansion?.isExpanded(row) ?? false;
  const Chevron = expanded ? IconChevronDown : IconChevronRight;
  return (
    <>
      <tr
        ref={props.measure}
        className={classes.row}
        data-row={props.index}
        data-index={props.index}
        data-opens={onOpenRow !== undefined || undefined}
        data-marked={mark?.kind}
        tabIndex={onOpenRow ? (props.reachable ? 0 : -1) : undefined}
        onClick={onOpenRow && ((event) => opensRow(event) && onOpenRow(row))}
        onKeyDown={
          onOpenRow &&
          ((event) => {
            if (event.key === "Enter" && event.target === event.currentTarget) onOpenRow(row);
          })
        }
      >
        {expansion && (
          <td className={`${classes.cell} ${classes.fold}`}>
            <button
              type="button"
              className={classes.foldButton}
              aria-expanded={expanded}
              aria-label={expansion.label(row, expanded)}
              onClick={() => expansion.onToggle(row)}
            >
              <Chevron size={16} />
              {expansion.buttonText?.(row, expanded)}
            </button>
          </td>
        )}
        {columns.map((column, place) => (
          <td
            key={column.id}
            className={classes.cell}
            data-align={column.align}
            data-screen-only={isPressed(column) || undefined}
          >
            {place === 0 && mark !== undefined && <VisuallyHidden>{mark.reason}: </VisuallyHidden>}
            {column.cell(row)}
          </td>
        ))}
      </tr>
      {expansion && expanded && (
        <tr>
          <td className={classes.unfolded} colSpan={columns.length + 1}>
            {expansion.render(row)}
          </td>
        </tr>
      )}
    </>
  );
}
