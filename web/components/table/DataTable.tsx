import type { ReactNode } from "react";
import type { TableColumn, TableExpansion, TableLayout, TablePaging } from "./column.ts";

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
  /** Height in pixels of the rows' own scroll area. Without one the page scrolls. Rows are virtualised from 100 on. */
  height?: number;
}

/** A table of one page of a server's rows. */
export function DataTable<Row>(_props: DataTableProps<Row>): ReactNode {
  return null;
}
