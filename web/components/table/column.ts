import type { ReactNode } from "react";

/** A column of a table: what it is called, how a row fills it, on the screen and as plain text. */
export interface TableColumn<Row> {
  /** Unique in its table and kept in saved layouts: the field's name on the wire. */
  id: string;
  header: string;
  /** Shown small beside the header, so that cells hold bare figures: "gal", "%", "min". */
  unit?: string;
  /** The unit of the figures in `text` where the cell writes its own: "min" for a cell of "2 h 5 min". */
  textUnit?: string;
  /** Figures go right, everything else left (the default). */
  align?: "left" | "right";
  /** The field name to order by. A column without one cannot be sorted. */
  sortable?: string;
  cell: (row: Row) => ReactNode;
  /** The same cell as plain text, for CSV and for cards. Null figures give an empty string. */
  text: (row: Row) => string;
  /** Pixels; columns without one share what is left. */
  width?: number;
  /** The figure for the totals row. A table shows that row when at least one column has a total. */
  total?: ReactNode;
  /** The place in a phone's card: one title, two main figures, the rest details (the default). "none" leaves it out, of files too. */
  card?: "title" | "main" | "detail" | "none";
  /** Explains the column in a tooltip on its header. */
  hint?: string;
  /** The picker cannot hide it. */
  pinned?: boolean;
}

/** What a person made of a table's columns. Columns that are in neither list stand at the end, visible. */
export interface TableLayout {
  /** Column ids, left to right. */
  order: readonly string[];
  hidden: readonly string[];
}

/** Paging as the server does it. */
export interface TablePaging {
  /** Counted from 0. */
  page: number;
  pageSize: number;
  /** Rows on all pages together. */
  count: number;
  onPageChange: (page: number) => void;
  /** Where given, the sizes 10, 25 and 50 are offered. The caller goes back to page 0. */
  onPageSizeChange?: (pageSize: number) => void;
}

/** Rows that unfold below a row. */
export interface TableExpansion<Row> {
  isExpanded: (row: Row) => boolean;
  onToggle: (row: Row) => void;
  render: (row: Row) => ReactNode;
  /** The button's name for a screen reader: "Show Leak", "Hide Leak". */
  label: (row: Row, expanded: boolean) => string;
}
