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
  /**
   * The place in a phone's card: one title, what stands under it, two main figures, the rest details (the default), and at
   * its foot "action", what can be done with the row. "none" leaves it out. Files have neither "action" nor "none".
   */
  card?: "title" | "under" | "main" | "detail" | "action" | "none";
  /** The fields on the wire that files of all rows have for it; its id where not given. */
  fields?: readonly string[];
  /** Its header may take two lines, so that a long header above short figures does not widen the table. */
  twoLines?: boolean;
  /** Explains the column in a tooltip on its header. */
  hint?: string;
  /** The picker cannot hide it. */
  pinned?: boolean;
}

/** Whether a column only holds what is pressed: a way elsewhere, a button, a box. */
export function isPressed({ card }: Pick<TableColumn<never>, "card">): boolean {
  return card === "action" || card === "none";
}

/** A colour by which rows are ranked. */
export type RowTone = "green" | "yellow" | "red";

/**
 * Why a row is marked, for screen readers: the text of a leak; a gap in the measurements, which has its own look; or
 * the label of its rank, which sets its colour, too.
 */
export type RowMark = string | { gap: string } | { tone: RowTone; label: string };

/** Rows that unfold below a row. */
export interface TableExpansion<Row> {
  isExpanded: (row: Row) => boolean;
  onToggle: (row: Row) => void;
  render: (row: Row) => ReactNode;
  /** The button's accessible name: "Show Leak of Maple Court"; it begins with the visible text, if any (WCAG 2.5.3). */
  label: (row: Row, expanded: boolean) => string;
  /** Stand beside the button's arrow, where given: "Show Leak". */
  buttonText?: (row: Row, expanded: boolean) => string;
}

/** A list that grows at its end in place of turning pages. */
export interface TableEnd {
  /** Rows there are in all, also those that are not loaded. */
  count: number;
  /** Stands after the last row, inside of the scroll area: what loads more when it comes into sight. */
  more: ReactNode;
}

/** A row's mark as it is drawn and read out; undefined: it is not marked. */
export function drawnMark(mark: RowMark | undefined): { kind: "leak" | "gap" | RowTone; reason: string } | undefined {
  if (mark === undefined) return undefined;
  if (typeof mark === "string") return { kind: "leak", reason: mark };
  return "gap" in mark ? { kind: "gap", reason: mark.gap } : { kind: mark.tone, reason: mark.label };
}
