import { VisuallyHidden } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { TableColumn } from "./column.ts";
import type { TableBodyProps } from "./TableBody.tsx";
import classes from "./TableCards.module.css";
import { opensRow } from "./TableRow.tsx";

interface CardProps<Row> extends Omit<TableBodyProps<Row>, "rows"> {
  row: Row;
  index: number;
}

/** The unit after a figure; none after what was not measured. */
function unit<Row>(column: TableColumn<Row>, row: Row): string {
  return column.unit === undefined || column.text(row) === "" ? "" : ` ${column.unit}`;
}

function Card<Row>({ row, index, columns, onOpenRow, highlight, expansion }: CardProps<Row>): ReactNode {
  const titles = columns.filter((column) => column.card === "title");
  const mains = columns.filter((column) => column.card === "main");
  const details = columns.filter((column) => column.card === undefined || column.card === "detail");
  const mark = highlight?.(row);
  return (
    <li
      className={classes.card}
      data-row={index}
      data-marked={mark !== undefined || undefined}
      onClick={onOpenRow && ((event) => opensRow(event) && onOpenRow(row))}
      onKeyDown={
        onOpenRow &&
        ((event) => {
          if (event.key === "Enter" && event.target === event.currentTarget) onOpenRow(row);
        })
      }
      tabIndex={onOpenRow ? 0 : undefined}
    >
      <div className={classes.title}>
        <div>
          {mark !== undefined && <VisuallyHidden>{mark}: </VisuallyHidden>}
          {titles.map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
        {onOpenRow && <IconChevronRight size={20} aria-hidden="true" />}
      </div>
      {mains.length > 0 && (
        <dl className={classes.mains}>
          {mains.map((column) => (
            <div key={column.id} className={classes.main}>
              <dt>{column.header}</dt>
              <dd>
                {column.cell(row)}
                <small>{unit(column, row)}</small>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {details.length > 0 && (
        <details className={classes.more}>
          <summary>More</summary>
          <dl className={classes.details}>
            {details.map((column) => (
              <div key={column.id} className={classes.detail}>
                <dt>{column.header}</dt>
                <dd>
                  {column.cell(row)}
                  {unit(column, row)}
                </dd>
              </div>
            ))}
          </dl>
        </details>
      )}
      {expansion && (
        <div>
          <button type="button" aria-expanded={expansion.isExpanded(row)} onClick={() => expansion.onToggle(row)}>
            {expansion.label(row, expansion.isExpanded(row))}
          </button>
          {expansion.isExpanded(row) && expansion.render(row)}
        </div>
      )}
    </li>
  );
}

/** Rows as cards, for a phone: a title, the two figures that matter, and the rest behind "More". */
export function TableCards<Row>({ rows, refreshing, ...context }: TableBodyProps<Row>): ReactNode {
  return (
    <ul className={classes.cards} data-refreshing={refreshing || undefined}>
      {rows.map((row, index) => (
        <Card key={context.rowKey(row)} {...context} row={row} index={index} />
      ))}
    </ul>
  );
}
