/** A page with the table, and how a person works with it there. */
export interface TablePage {
  folder: "page-ours" | "page-kit";
  /** As figures call it. */
  name: string;
  /** CSS selector of its cells. */
  cell: string;
  /** CSS selector of the box that scrolls its rows. */
  scroller: string;
  /** CSS selector of the column headers as they are clicked, by their place from 0. */
  header: (place: number) => string;
  /** The keys to the next row and back. */
  down: string;
  up: string;
}

export const tablePages: readonly [ours: TablePage, kit: TablePage] = [
  {
    folder: "page-ours",
    name: "ours",
    cell: "tbody tr[data-row] td",
    scroller: "[data-virtual]",
    header: (place) => `th:nth-child(${place + 1}) button[type=button]`,
    down: "j",
    up: "k",
  },
  {
    folder: "page-kit",
    name: "MUI DataGrid",
    cell: ".MuiDataGrid-cell",
    scroller: ".MuiDataGrid-virtualScroller",
    header: (place) => `.MuiDataGrid-columnHeader:nth-child(${place + 1} of .MuiDataGrid-columnHeader)`,
    down: "ArrowDown",
    up: "ArrowUp",
  },
];

/** Columns to sort by, from 0: the kind, the place, two figures and a date. Each is clicked twice: up and down. */
export const sortedColumns = [0, 1, 3, 4, 6] as const;

/** Typed letter by letter into the filter, and taken back. */
export const FILTER = "willow";

/** Pixels of each turn of the wheel: down a page of 100 rows, back up, and down again, as the kit has no longer pages. */
export const wheelSteps: readonly number[] = Array.from({ length: 100 }, (_, step) => (step % 60 < 30 ? 110 : -110));

/** Rows down and as many up by keys. */
export const KEY_MOVES = 40;
