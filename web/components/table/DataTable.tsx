import { t } from "@lingui/core/macro";
import { useMediaQuery } from "@mantine/hooks";
import { Fragment, lazy, type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { locale } from "../../language/language.ts";
import { usePrinting } from "../../theme/use-printing.ts";
import { ColumnPicker } from "../column-picker/ColumnPicker.tsx";
import { type TableLayout, visibleColumns } from "../column-picker/layout.ts";
import { formatNumber } from "../format.ts";
import { usePageKeys } from "../page-keys.ts";
import { Pager } from "../pager/Pager.tsx";
import type { TablePaging } from "../pager/pages.ts";
import { PanelCorner } from "../panel/PanelCorner.tsx";
import { ScrollEdges } from "../scroll-edges/ScrollEdges.tsx";
import { EmptyState } from "../states/EmptyState.tsx";
import { ErrorState } from "../states/ErrorState.tsx";
import { CardOrder } from "./CardOrder.tsx";
import type { RowMark, TableColumn, TableEnd, TableExpansion } from "./column.ts";
import { useFits } from "./fits.ts";
import { orderChoices } from "./ordering.ts";
import { moveRow } from "./row-keys.ts";
import classes from "./Table.module.css";
import { SkeletonBody, TableBody, TotalsRow } from "./TableBody.tsx";
import { TableCards } from "./TableCards.tsx";
import { type TableExport, TableFiles } from "./TableFiles.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";

const VirtualBody = lazy(() => import("./VirtualBody.tsx"));

/** Longer lists are virtualised. */
const VIRTUAL_FROM = 100;
const SKELETON_ROWS_AT_MOST = 10;
/** Further rows are not printed. */
export const MAX_PRINTED_ROWS = 500;

export interface DataTableProps<Row> {
  /** The table's name for a screen reader: "Properties, last 7 days". */
  caption: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined until the first answer: skeleton rows. An empty list is "No data". */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** New rows are on their way: the old ones stay, dimmed, and sorting waits. */
  refreshing?: boolean;
  /** Shown in place of the rows, or above the previous rows if there are any. */
  error?: { message?: string; onRetry: () => void };
  /** What would fill the table, and a way there. */
  empty?: { sentence?: string; action?: ReactNode };
  /** A column's `sortable`, with a leading minus for descending. */
  ordering?: string;
  /** The caller goes back to page 0. */
  onOrderingChange?: (ordering: string) => void;
  paging?: TablePaging;
  /** In place of `paging`; such a list is never virtualised. */
  end?: TableEnd;
  /** Makes rows open on click and Enter. */
  onOpenRow?: (row: Row) => void;
  /** Marks a row; the answer is the reason, for a screen reader ("Leak"). */
  highlight?: (row: Row) => RowMark | undefined;
  expansion?: TableExpansion<Row>;
  layout?: TableLayout;
  /** Where given, "Toggle Columns" is offered. */
  onLayoutChange?: (layout: TableLayout) => void;
  /** Where given, the rows can be saved as CSV and XLSX, under this name (without ending) where the server does not write them. */
  fileName?: string;
  /** All rows of a list whose files the server does not write. */
  allRows?: ((signal: AbortSignal) => Promise<readonly Row[]>) | undefined;
  /** Where given, the server writes the files, of all rows. */
  onExport?: TableExport;
  /** Printed rows stand under headings of their own, such as their building, in the order of these. */
  printGroup?: ((row: Row) => string) | undefined;
  /** Left in the bar above the table, beside the pickers. */
  toolbar?: ReactNode;
  /** Height in pixels of the rows' own scroll area. Without one the page scrolls, save for virtualised lists (from 100 rows on). */
  height?: number;
}

const byName = new Intl.Collator(locale, { numeric: true });

/** The rows by their group, groups by name; each keeps the order of its rows. */
function inGroups<Row>(rows: readonly Row[], groupOf: (row: Row) => string): [string, Row[]][] {
  return [...Map.groupBy(rows, groupOf)].toSorted(([one], [other]) => byName.compare(one, other));
}

/** A table of one page of a server's rows; cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { error, refreshing, expansion, paging, end, layout = { order: [], hidden: [] } } = props;
  const printing = usePrinting();
  const rows = printing ? props.rows?.slice(0, MAX_PRINTED_ROWS) : props.rows;
  const count = paging?.count ?? end?.count ?? props.rows?.length ?? 0;
  const box = useRef<HTMLDivElement>(null);
  const scroll = useRef<HTMLDivElement | null>(null);
  const phone = useMediaQuery("(max-width: 40em)", undefined, { getInitialValueInEffect: false });
  const [scrolled, setScrolled] = useState<HTMLDivElement | null>(null);
  const fits = useFits(scrolled);
  const stand = useCallback((element: HTMLDivElement | null) => {
    scroll.current = element;
    setScrolled(element);
  }, []);
  const columns = visibleColumns(props.columns, layout);
  const hasRows = rows !== undefined && rows.length > 0;
  const virtual = hasRows && rows.length > VIRTUAL_FROM && !printing && expansion === undefined && end === undefined;
  const isComing = rows === undefined && !error;
  const choices = orderChoices(props.columns, columns, props.ordering);
  // Above cards, and already above what becomes cards, so that nothing moves down later.
  const orderCards = phone && !virtual && (hasRows || isComing) && choices.length > 0 && props.onOrderingChange;
  // A box of its own height scrolls down even where its columns fit.
  const still = fits && props.height === undefined && !virtual;
  usePageKeys(box, "table", props.onOpenRow !== undefined && hasRows ? moveRow : null);
  const isGrouped = printing && props.printGroup !== undefined;
  const groups = props.printGroup !== undefined && isGrouped ? inGroups(rows ?? [], props.printGroup) : [];
  const body = { ...props, columns, rows: rows ?? [], refreshing };

  /** The next page is read from its top; where that is in sight nothing moves. */
  const turn = (page: number) => {
    paging?.onPageChange(page);
    if (box.current && box.current.getBoundingClientRect().top < 0) box.current.scrollIntoView({ block: "start" });
  };

  const tools = (props.onLayoutChange || props.fileName) && (
    <>
      {props.onLayoutChange && (
        <ColumnPicker columns={props.columns} layout={layout} onLayoutChange={props.onLayoutChange} />
      )}
      {props.fileName && (
        <TableFiles
          columns={columns}
          rows={rows ?? []}
          fileName={props.fileName}
          paging={paging ?? (end && { page: 0, pageSize: rows?.length ?? 0, count: end.count })}
          allRows={props.allRows}
          onExport={props.onExport}
        />
      )}
    </>
  );

  return (
    <div className={classes.tableBox} ref={box} data-table data-keys={props.onOpenRow ? "table" : undefined}>
      {(props.toolbar || tools) && (
        <div className={classes.bar}>
          {props.toolbar}
          {tools && <PanelCorner className={classes.right}>{tools}</PanelCorner>}
        </div>
      )}
      {error && hasRows && (
        <div className={classes.alert}>
          <ErrorState {...error} inline />
        </div>
      )}
      {orderCards && (
        <CardOrder
          caption={props.caption}
          columns={choices}
          ordering={props.ordering}
          onOrderingChange={orderCards}
          disabled={!hasRows}
          refreshing={refreshing}
        />
      )}
      {phone && hasRows && !virtual ? (
        <>
          <TableCards {...body} ordering={props.ordering} />
          {end?.more}
        </>
      ) : (
        <div className={classes.sides}>
          <div
            ref={stand}
            className={classes.scroll}
            data-fits={still || undefined}
            {...(still ? {} : { role: "region", tabIndex: 0, "aria-label": props.caption })}
            data-virtual={virtual || undefined}
            style={{ "--height": props.height && `${props.height}px` }}
          >
            <table
              className={classes.table}
              data-fixed={virtual || undefined}
              aria-label={props.caption}
              aria-busy={isComing || refreshing}
              aria-rowcount={paging?.count ?? end?.count}
            >
              {!orderCards && (
                <TableHead
                  columns={columns}
                  ordering={props.ordering}
                  onOrderingChange={props.onOrderingChange}
                  sortingDisabled={!hasRows || refreshing === true}
                  folds={expansion !== undefined}
                  widthsOf={virtual ? rows : undefined}
                />
              )}
              {isComing && (
                <SkeletonBody
                  columns={columns}
                  count={Math.min(paging?.pageSize ?? SKELETON_ROWS_AT_MOST, SKELETON_ROWS_AT_MOST)}
                  folds={expansion !== undefined}
                />
              )}
              {hasRows && !virtual && !isGrouped && <TableBody {...body} />}
              {groups.map(([name, rowsOfGroup]) => (
                <Fragment key={name}>
                  <tbody>
                    <tr className={classes.group}>
                      <th scope="rowgroup" colSpan={columns.length}>
                        {name}
                      </th>
                    </tr>
                  </tbody>
                  <TableBody {...body} rows={rowsOfGroup} />
                </Fragment>
              ))}
              {virtual && (
                <Suspense>
                  <VirtualBody
                    scroll={scroll}
                    count={rows.length}
                    columnCount={columns.length}
                    refreshing={refreshing}
                    rowKey={(index) => rows.slice(index, index + 1).map(props.rowKey)[0] ?? String(index)}
                    renderRow={(index, reachable, measure) =>
                      rows
                        .slice(index, index + 1)
                        .map((row) => (
                          <TableRow
                            key={props.rowKey(row)}
                            {...body}
                            row={row}
                            index={index}
                            reachable={reachable}
                            measure={measure}
                          />
                        ))
                    }
                  />
                </Suspense>
              )}
              {hasRows && <TotalsRow columns={columns} folds={expansion !== undefined} />}
            </table>
            {hasRows && end?.more}
          </div>
          <ScrollEdges box={scrolled} />
        </div>
      )}
      {error && !hasRows && <ErrorState {...error} />}
      {!error && rows?.length === 0 && <EmptyState {...props.empty} />}
      {printing && hasRows && rows.length < count && (
        <p className={classes.unprinted}>
          {t`${formatNumber(rows.length)} of ${formatNumber(count)} rows are printed. The CSV and XLSX files have all of them.`}
        </p>
      )}
      {paging && rows !== undefined && !(error && !hasRows) && (
        <Pager {...paging} caption={props.caption} onPageChange={turn} />
      )}
    </div>
  );
}
