import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DataTable, type DataTableProps } from "../../../components/table/DataTable.tsx";
import { MOST_ROWS } from "../../all-rows.ts";
import { notLoaded } from "../../api-error.ts";
import { useLastPage } from "./use-last-page.ts";
import { usePrintedRows } from "./use-printed-rows.ts";
import { useTableLayout } from "./use-table-layout.ts";
import { callOf, wholeList } from "./whole-list.ts";

/** A page of a list as its query has it. */
interface Listed<Row> {
  data: { count: number; results: readonly Row[] } | undefined;
  error: Error | null;
  isError: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

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
    "caption" | "columns" | "rowKey" | "onOpenRow" | "highlight" | "expansion" | "fileName" | "onExport" | "empty"
  > {
  list: Listed<Row>;
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
      error={
        list.isError && !isMoving
          ? { message: notLoaded(what, list.error), onRetry: () => void list.refetch() }
          : undefined
      }
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
