import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { IconDownload } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from "react";
import { downloadCsv } from "../download.ts";
import { usePageKeys } from "../page-keys.ts";
import { PanelCorner } from "../panel/PanelCorner.tsx";
import { EmptyState } from "../states/EmptyState.tsx";
import { ErrorState } from "../states/ErrorState.tsx";
import { ColumnPicker } from "./ColumnPicker.tsx";
import type { TableColumn, TableExpansion, TableLayout, TablePaging } from "./column.ts";
import { csvText } from "./csv.ts";
import { fileCell, fileColumns, fileHeader, fileNameOfRows } from "./csv-row.ts";
import { useFits } from "./fits.ts";
import { visibleColumns } from "./layout.ts";
import { Pager } from "./Pager.tsx";
import { moveRow } from "./row-keys.ts";
import classes from "./Table.module.css";
import { SkeletonBody, TableBody, TotalsRow } from "./TableBody.tsx";
import { TableCards } from "./TableCards.tsx";
import { TableHead } from "./TableHead.tsx";
import { TableRow } from "./TableRow.tsx";

const VirtualBody = lazy(() => import("./VirtualBody.tsx"));

/** Longer lists are virtualised. */
const VIRTUAL_FROM = 100;
const SKELETON_ROWS_AT_MOST = 10;

export interface DataTableProps<Row> {
  /** The table's name for a screen reader: "Properties, last 7 days". */
  caption: string;
  columns: readonly TableColumn<Row>[];
  /** Undefined until the first answer: skeleton rows. An empty list is "No data". */
  rows: readonly Row[] | undefined;
  rowKey: (row: Row) => string;
  /** New rows are on their way: the old ones stay, dimmed, and sorting waits. */
  refreshing?: boolean;
  /** Said in place of the rows, or above the old rows where there are some. */
  error?: { message?: string; onRetry: () => void };
  /** What would fill the table, and a way there. */
  empty?: { sentence?: string; action?: ReactNode };
  /** A column's `sortable`, with a leading minus for descending. */
  ordering?: string;
  /** The caller goes back to page 0. */
  onOrderingChange?: (ordering: string) => void;
  paging?: TablePaging;
  /** Makes rows open on click and Enter. */
  onOpenRow?: (row: Row) => void;
  /** Marks a row; the answer is the reason, for a screen reader ("Leak"). */
  highlight?: (row: Row) => string | undefined;
  expansion?: TableExpansion<Row>;
  layout?: TableLayout;
  /** Where given, "Toggle Columns" is offered. */
  onLayoutChange?: (layout: TableLayout) => void;
  /** Where given, the rows shown can be saved as CSV under this name (without ending). */
  fileName?: string;
  /** Left in the bar above the table, beside the pickers. */
  toolbar?: ReactNode;
  /** Height in pixels of the rows' own scroll area. Without one the page scrolls, save for virtualised lists (from 100 rows on). */
  height?: number;
}

/** A table of one page of a server's rows; cards on a phone. */
export function DataTable<Row>(props: DataTableProps<Row>): ReactNode {
  const { rows, error, refreshing, expansion, paging, layout = { order: [], hidden: [] } } = props;
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
  const virtual = hasRows && rows.length > VIRTUAL_FROM && expansion === undefined;
  usePageKeys(box, "table", props.onOpenRow !== undefined && hasRows ? moveRow : null);
  const body = { ...props, columns, rows: rows ?? [], refreshing };

  const save = () => {
    const kept = fileColumns(columns);
    const lines = (rows ?? []).map((row) => kept.map((column) => fileCell(column, row)));
    downloadCsv(fileNameOfRows(props.fileName ?? "table", lines.length, paging), csvText(kept.map(fileHeader), lines));
  };

  const tools = (props.onLayoutChange || props.fileName) && (
    <>
      {props.onLayoutChange && (
        <ColumnPicker columns={props.columns} layout={layout} onLayoutChange={props.onLayoutChange} />
      )}
      {props.fileName && (
        <Button
          variant="subtle"
          color="slate"
          disabled={!hasRows}
          onClick={save}
          leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
        >
          CSV
        </Button>
      )}
    </>
  );

  return (
    <div className={classes.tableBox} ref={box} data-keys={props.onOpenRow ? "table" : undefined}>
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
      {phone && hasRows && !virtual ? (
        <TableCards {...body} />
      ) : (
        <div
          ref={stand}
          className={classes.scroll}
          data-fits={(fits && props.height === undefined && !virtual) || undefined}
          {...(fits ? {} : { role: "region", tabIndex: 0, "aria-label": props.caption })}
          data-virtual={virtual || undefined}
          style={{ maxHeight: props.height }}
        >
          <table
            className={classes.table}
            data-fixed={virtual || undefined}
            aria-label={props.caption}
            aria-busy={rows === undefined || refreshing}
            aria-rowcount={paging?.count}
          >
            <TableHead
              columns={columns}
              ordering={props.ordering}
              onOrderingChange={props.onOrderingChange}
              sortingDisabled={!hasRows || refreshing === true}
              folds={expansion !== undefined}
            />
            {rows === undefined && !error && (
              <SkeletonBody
                columns={columns}
                count={Math.min(paging?.pageSize ?? SKELETON_ROWS_AT_MOST, SKELETON_ROWS_AT_MOST)}
                folds={expansion !== undefined}
              />
            )}
            {hasRows && !virtual && <TableBody {...body} />}
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
        </div>
      )}
      {error && !hasRows && <ErrorState {...error} />}
      {!error && rows?.length === 0 && <EmptyState {...props.empty} />}
      {paging && rows !== undefined && !(error && !hasRows) && <Pager {...paging} />}
    </div>
  );
}
