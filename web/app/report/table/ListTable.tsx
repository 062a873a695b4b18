import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import type { CallName } from "../../../../contract/calls.ts";
import { DataTable, type DataTableProps, MAX_PRINTED_ROWS } from "../../../components/table/DataTable.tsx";
import { allRows, MOST_ROWS } from "../../all-rows.ts";
import { callAtOnce, callNamed } from "../../api.ts";
import { ApiError } from "../../api-error.ts";
import { failureOf, type QueryResult } from "../../query-state.ts";
import { useTableLayout } from "./use-table-layout.ts";

/** The page of a list that is shown, and the ways to change it and its order; a report's view is one. */
export interface ListState {
  /** Counted from 0. */
  page: number;
  pageSize: number;
  setOrdering(ordering: string): void;
  /** @param replace in place of the page before, which is not there any more */
  setPage(page: number, replace?: boolean): void;
  /** Where given, other sizes of a page are offered. */
  setPageSize?(size: number): void;
}

interface Props<Row>
  extends Pick<
    DataTableProps<Row>,
    | "caption"
    | "columns"
    | "rowKey"
    | "onOpenRow"
    | "highlight"
    | "expansion"
    | "fileName"
    | "onExport"
    | "empty"
    | "printGroup"
  > {
  list: QueryResult<ListPage<Row>>;
  state: ListState;
  ordering: string;
  /** What the error message names if loading fails: "The meters". */
  what: string;
  /** The table's name among the kept columns. */
  layoutName: string;
  /** Columns that are not shown until the user wants them. */
  hiddenAtFirst?: readonly string[];
  /** Left of the table's buttons. */
  heading?: ReactNode;
}

/** A table over a list of the server: its order, pages, columns, files (by default named like the table) and states. */
export function ListTable<Row>({
  list,
  state,
  ordering,
  what,
  layoutName,
  hiddenAtFirst,
  heading,
  ...table
}: Props<Row>): ReactNode {
  const isMoving = useLastPage(list.error, (page) => state.setPage(page, true));
  const [layout, setLayout] = useTableLayout(layoutName, {
    order: table.columns.map(({ id }) => id),
    hidden: hiddenAtFirst ?? [],
  });
  const printed = usePrintedRows(list.data);
  const client = useQueryClient();
  const rows = printed ?? list.data?.results;
  return (
    <DataTable
      fileName={table.caption}
      {...table}
      rows={rows}
      allRows={
        table.onExport === undefined &&
        list.data &&
        list.data.count <= MOST_ROWS &&
        callOf(client, list.data) !== undefined
          ? (signal) => (list.data ? wholeList(client, list.data, signal) : Promise.resolve([]))
          : undefined
      }
      refreshing={list.isPlaceholderData}
      error={isMoving ? undefined : failureOf(list, what)}
      ordering={ordering}
      onOrderingChange={state.setOrdering}
      paging={{
        page: printed === null ? state.page : 0,
        pageSize: printed?.length ?? state.pageSize,
        count: list.data?.count ?? 0,
        onPageChange: state.setPage,
        onPageSizeChange: state.setPageSize,
      }}
      layout={layout}
      onLayoutChange={setLayout}
      toolbar={heading}
    />
  );
}

/**
 * Goes to the last page of a list if the requested page is beyond it: the link is old, or the list shrank.
 * @param fallBack goes to a page, counted from 0, instead of the requested one
 * @returns whether it is navigating there, in which case the error is not shown
 */
function useLastPage(error: Error | null, fallBack: (page: number) => void): boolean {
  const last = error instanceof ApiError ? error.lastPage : null;
  useEffect(() => {
    if (last !== null) fallBack(last - 1);
  });
  return last !== null;
}

/** The most rows that one call gives. */
const PAGE_SIZE = 50;

/**
 * All rows of a list, at most MAX_PRINTED_ROWS, while the page is printed: paper has no pagination. They are requested
 * on the browser's print event, from its menu or otherwise. Null: not printing, or no more rows are available.
 * @param shown the response whose rows are on the screen
 */
function usePrintedRows<Row>(shown: ListPage<Row> | undefined): readonly Row[] | null {
  const client = useQueryClient();
  const [rows, setRows] = useState<readonly Row[] | null>(null);
  useEffect(() => {
    if (shown === undefined || shown.results.length >= shown.count) return;
    const start = () => {
      const from = callOf(client, shown);
      const all = from === undefined ? null : readRows<Row>(from, shown.count);
      flushSync(() => setRows(all));
    };
    const end = () => flushSync(() => setRows(null));
    window.addEventListener("beforeprint", start);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", start);
      window.removeEventListener("afterprint", end);
    };
  }, [client, shown]);
  return rows;
}

function readRows<Row>({ name, params, query }: ReadCall, count: number): Row[] | null {
  const rows: Row[] = [];
  const most = Math.min(count, MAX_PRINTED_ROWS);
  for (let page = 1; rows.length < most; page++) {
    const answer: ListPage<Row> | null = callAtOnce(name, { params, query: { ...query, page, page_size: PAGE_SIZE } });
    if (answer === null) return null;
    rows.push(...answer.results);
    if (answer.results.length === 0) break;
  }
  return rows;
}

declare module "@tanstack/react-query" {
  interface Register {
    /** The call that a query makes, where it is one call. */
    queryMeta: ReadCall;
  }
}

interface ReadCall extends Record<string, unknown> {
  name: CallName;
  params: unknown;
  query: object | undefined;
}

/** A page of a list. */
interface ListPage<Row> {
  count: number;
  results: readonly Row[];
}

/** The call that a page on the screen came from, without its page; undefined where it came otherwise. */
function callOf<Row>(client: QueryClient, shown: ListPage<Row>): ReadCall | undefined {
  return client.getQueryCache().findAll({ predicate: ({ state }) => state.data === shown })[0]?.meta;
}

/** All rows of the list that a page on the screen is of, 2,000 at most. @throws ApiError as `call` does */
function wholeList<Row>(client: QueryClient, shown: ListPage<Row>, signal: AbortSignal): Promise<Row[]> {
  const from = callOf(client, shown);
  if (from === undefined) throw new Error("The rows of this list come from no call.");
  const { name, params, query } = from;
  return allRows<Row>((paging) => callNamed(name, { params, query: { ...query, ...paging }, signal }));
}
