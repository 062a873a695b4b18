import { Trans } from "@lingui/react/macro";
import { Button, VisuallyHidden } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { money } from "../format.ts";
import { drawnMark, type TableColumn } from "./column.ts";
import { parseOrdering } from "./ordering.ts";
import type { TableBodyProps } from "./TableBody.tsx";
import classes from "./TableCards.module.css";
import { opensRow } from "./TableRow.tsx";

interface TableCardsProps<Row> extends TableBodyProps<Row> {
  /** The figure that the cards are ordered by is never behind "More". */
  ordering?: string;
}

interface CardProps<Row> extends Omit<TableCardsProps<Row>, "rows"> {
  row: Row;
  index: number;
}

/** The unit after a figure; none after what was not measured, nor after dollars, which have their sign before. */
function unit<Row>(column: TableColumn<Row>, row: Row): string {
  return column.unit === undefined || column.unit === money || column.text(row) === "" ? "" : ` ${column.unit}`;
}

function Card<Row>({ row, index, columns, ordering, onOpenRow, highlight, expansion }: CardProps<Row>): ReactNode {
  const titles = columns.filter((column) => column.card === "title");
  const under = columns.filter((column) => column.card === "under");
  const field = parseOrdering(ordering)?.field;
  const isDetail = ({ card = "detail" }: TableColumn<Row>) => card === "detail";
  const isMain = (column: TableColumn<Row>) =>
    column.card === "main" || (isDetail(column) && field !== undefined && column.sortable === field);
  const mains = columns.filter(isMain);
  const details = columns.filter((column) => isDetail(column) && !isMain(column));
  const actions = columns.filter((column) => column.card === "action");
  const mark = drawnMark(highlight?.(row));
  return (
    <li
      className={classes.card}
      data-row={index}
      data-marked={mark?.kind}
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
        <div className={classes.names}>
          {mark !== undefined && <VisuallyHidden>{mark.reason}: </VisuallyHidden>}
          {titles.map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
        {onOpenRow && <IconChevronRight size={20} aria-hidden="true" />}
      </div>
      {under.length > 0 && (
        <div className={classes.under}>
          {under.map((column) => (
            <span key={column.id}>{column.cell(row)}</span>
          ))}
        </div>
      )}
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
          <summary>
            <Trans>More</Trans>
          </summary>
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
      {actions.length > 0 && (
        <div className={classes.actions}>
          {actions.map((column) => (
            <div key={column.id}>{column.cell(row)}</div>
          ))}
        </div>
      )}
      {expansion && (
        <div>
          <Button
            variant="default"
            classNames={{ root: classes.unfold, label: classes.unfoldLabel }}
            aria-expanded={expansion.isExpanded(row)}
            onClick={() => expansion.onToggle(row)}
          >
            {expansion.label(row, expansion.isExpanded(row))}
          </Button>
          {expansion.isExpanded(row) && expansion.render(row)}
        </div>
      )}
    </li>
  );
}

/** Rows as cards, for a phone: a title, the two figures that matter, and the rest behind "More". */
export function TableCards<Row>({ rows, refreshing, ...context }: TableCardsProps<Row>): ReactNode {
  return (
    <ul className={classes.cards} data-refreshing={refreshing || undefined}>
      {rows.map((row, index) => (
        <Card key={context.rowKey(row)} {...context} row={row} index={index} />
      ))}
    </ul>
  );
}
